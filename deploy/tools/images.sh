#!/usr/bin/env bash
# Builds the images of Lethe with docker/Dockerfile, on a machine without a registry and without Docker:
#
#   sudo bash deploy/tools/images.sh [--tag TAG] [APP…]   all apps and the tag 0.1.0 by default
#   sudo bash deploy/tools/images.sh --stand-ins          PostgreSQL and Kafka, for the chart's demo
#
# The results are localhost/lethe/APP:TAG, localhost/stand-in/postgres:15 and localhost/stand-in/kafka:4.1.0, in the cache.
# `kube-node.sh load` gives them to a Kubernetes node. The stand-ins take the variables of the official images, and have the same users.
# The base image, which Docker would pull, is built from packages: the userland of Debian 12 by mmdebstrap, and Node from npm.
# Builds run in a chroot, because some kernels refuse limits that other kinds of isolation set.
# The script needs Debian 12 or a derivative, root rights, and the registries of Debian and npm. It installs the Debian
# packages buildah and mmdebstrap if they are missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
. deploy/tools/support/machine.sh

DEBIAN=bookworm
NODE=22.23.3 # the version of docker/Dockerfile
NPM=10.9.4
APPS=(gateway regulation test-runner deletion-worker event-filter cli)
KAFKA=4.1.0 # the version of libs/local-services
base=localhost/node:$NODE-npm-$NPM
postgres=localhost/stand-in/postgres:15
kafka=localhost/stand-in/kafka:$KAFKA

usage() {
  sed -n '2,14s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

# Succeeds if an image exists.
exists() {
  buildah inspect --type image "$1" > /dev/null 2>&1
}

# Writes the userland of Debian to a tar archive. Arguments: the archive, and further packages.
make_userland() {
  local archive=$1
  shift
  mmdebstrap --quiet --variant=minbase --include="$(IFS=,; echo "$*")" $DEBIAN "$archive"
}

# Builds the base image, unless it exists.
build_base() {
  if exists $base; then return; fi
  local folder arch
  case $(uname -m) in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) fail "there is no package of Node for $(uname -m). Use a machine with x86_64 or aarch64." ;;
  esac
  echo "Building the base image: Debian $DEBIAN, Node $NODE, npm $NPM"
  folder=$(mktemp -d)
  make_userland "$folder/debian.tar" ca-certificates
  (
    cd "$folder"
    npm pack --silent "node-linux-$arch@$NODE" "npm@$NPM" > /dev/null
    mkdir node npm
    tar -xzf node-linux-*.tgz -C node
    tar -xzf npm-*.tgz -C npm
    # npm in a build trusts the same certificate authorities as this machine.
    cp "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" authorities.crt
    cat > Dockerfile << 'EOF'
FROM scratch
ADD debian.tar /
COPY node/package/bin/node /usr/local/bin/node
COPY npm/package /usr/local/lib/node_modules/npm
COPY authorities.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && \
    ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx && \
    chmod +x /usr/local/bin/* && node --version && npm --version
EOF
  )
  buildah bud --quiet --isolation chroot --tag $base "$folder" > /dev/null
  rm -rf "$folder"
}

# Builds the image of one app. Layers that the apps share are built once.
build_app() {
  local app=$1 log=$cache/images/$1.log mounts=() file
  # A build sees no file of this machine, so it gets the configuration of the network and of npm.
  for file in /etc/resolv.conf /etc/hosts; do
    mounts+=(--volume "$file:$file:ro")
  done
  if [ -f "$HOME/.npmrc" ]; then mounts+=(--volume "$HOME/.npmrc:/root/.npmrc:ro"); fi
  echo "Building localhost/lethe/$app:$tag"
  # Only the format of Docker has HEALTHCHECK.
  buildah bud --format docker --layers --isolation chroot --network host "${mounts[@]}" \
    --file docker/Dockerfile --build-arg NODE_IMAGE=$base --build-arg "APP=$app" --build-arg "BUILD_VERSION=$tag" \
    --tag "localhost/lethe/$app:$tag" . > "$log" 2>&1 && return
  tail -20 "$log" >&2
  fail "the image of $app was not built. Its complete log is $log."
}

# Builds the stand-ins for the images of the demo, unless they exist.
build_stand_ins() {
  local folder jars=.cache/kafka-$KAFKA
  folder=$(mktemp -d)
  if ! exists "$postgres"; then
    echo "Building $postgres"
    make_userland "$folder/debian.tar" postgresql-15
    cp deploy/tools/stand-ins/postgres.sh "$folder"
    cat > "$folder/Dockerfile" << 'EOF'
FROM scratch
ADD debian.tar /
ENV PATH=/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin
RUN groupmod --gid 999 postgres && usermod --uid 999 postgres && \
    rm -rf /var/lib/postgresql && install -d -o postgres -g postgres /var/lib/postgresql /run/postgresql
COPY postgres.sh /
USER 999:999
ENTRYPOINT ["sh", "/postgres.sh"]
EOF
    buildah bud --quiet --isolation chroot --tag "$postgres" "$folder" > /dev/null
  fi
  if ! exists "$kafka"; then
    [ -d "$jars" ] || fail "Kafka's jars are missing. Fetch them with: node tools/kafka-classes.mjs"
    echo "Building $kafka"
    make_userland "$folder/debian.tar" openjdk-17-jre-headless
    mkdir "$folder/jars"
    cp "$jars"/*.jar "$folder/jars"
    cp deploy/tools/stand-ins/kafka.sh "$folder"
    cat > "$folder/Dockerfile" << 'EOF'
FROM scratch
ADD debian.tar /
COPY jars /opt/kafka
COPY kafka.sh /
RUN useradd --uid 1000 appuser
USER 1000:1000
ENTRYPOINT ["sh", "/kafka.sh"]
EOF
    buildah bud --quiet --isolation chroot --tag "$kafka" "$folder" > /dev/null
  fi
  rm -rf "$folder"
}

tag=0.1.0
apps=()
stand_ins=false
while [ $# -gt 0 ]; do
  case $1 in
    --tag)
      [ $# -ge 2 ] || fail "--tag: a tag must follow."
      tag=$2
      shift 2
      ;;
    --stand-ins)
      stand_ins=true
      shift
      ;;
    -*) usage ;;
    *)
      [[ " ${APPS[*]} " = *" $1 "* ]] || fail "there is no app $1. Choose from: ${APPS[*]}"
      apps+=("$1")
      shift
      ;;
  esac
done
if [ ${#apps[@]} = 0 ]; then apps=("${APPS[@]}"); fi

need_root "buildah makes mounts and chroots"
install_missing buildah:buildah mmdebstrap:mmdebstrap
if $stand_ins; then
  build_stand_ins
  exit
fi
build_base
for app in "${apps[@]}"; do build_app "$app"; done
