# For images.sh and kube-node.sh, which read this file: packages of this machine, the cache, and errors.

# Folder of all downloads, built programs and images. Only these stay on the machine.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/lethe

# Prints an error and ends the script.
fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# Ends the script without root rights. The argument says what needs them.
need_root() {
  [ "$(id -u)" = 0 ] || fail "root rights are missing: $1. Run the same command with sudo."
}

# Installs the packages of missing programs with apt. Each argument is `program:package`, where the program is a name or
# a path.
install_missing() {
  local entry packages=()
  for entry in "$@"; do
    type -P "${entry%%:*}" > /dev/null || packages+=("${entry##*:}")
  done
  if [ ${#packages[@]} = 0 ]; then return; fi
  command -v apt-get > /dev/null || fail "these packages are missing: ${packages[*]}. Install them, then run the same command again."
  need_root "the packages ${packages[*]} are not installed"
  echo "Installing ${packages[*]}"
  apt-get update --quiet=2 || fail "apt-get cannot read the lists of packages. Check the network, then run the same command again."
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet=2 --no-install-recommends "${packages[@]}" > /dev/null ||
    fail "apt-get cannot install ${packages[*]}, see above. Install them, then run the same command again."
}

# Runs buildah with its images, layers and temporary files in the cache, and not in /var.
buildah() {
  local store=$cache/images
  if [ ! -e "$store/storage.conf" ]; then
    mkdir -p "$store/tmp"
    printf '[storage]\ndriver = "overlay"\ngraphroot = "%s"\nrunroot = "%s"\n' "$store/store" /run/lethe-images > "$store/storage.conf"
  fi
  CONTAINERS_STORAGE_CONF=$store/storage.conf TMPDIR=$store/tmp command buildah "$@"
}
