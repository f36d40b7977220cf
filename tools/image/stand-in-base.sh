#!/bin/sh
# stand-in-base.sh IMAGE FOLDER: makes a stand-in for the official image `node:VERSION-trixie-slim` where no registry of images can be
# reached: Debian by mmdebstrap, and Node and npm from the npm registry, which checks their integrity. Writes FOLDER/base.tar, a root
# file system to import as IMAGE. Needs root.
set -eu
image=$1
folder=$2
version=${image##*:}
version=${version%%-*}
mkdir -p "$folder"
cd "$folder"
mmdebstrap --quiet --variant=minbase --include=ca-certificates,libatomic1 trixie debian.tar "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
rm -rf root && mkdir root
tar -xf debian.tar -C root && rm debian.tar

for package in "node-linux-$(node -p process.arch)@$version" npm@11; do
  archive=$(npm pack --silent "$package" | tail -1)
  tar -xzf "$archive" && rm "$archive"
  case $package in
    npm*) mkdir -p root/usr/local/lib/node_modules && mv package root/usr/local/lib/node_modules/npm ;;
    *) install -m 755 package/bin/node root/usr/local/bin/node && cp package/LICENSE root/usr/local/ && rm -r package ;;
  esac
done
for program in npm npx; do
  ln -s "../lib/node_modules/npm/bin/$program-cli.js" "root/usr/local/bin/$program"
  chmod 755 "root/usr/local/lib/node_modules/npm/bin/$program-cli.js"
done

# A machine whose connections to registries need a certificate of its own names it here.
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cat "$NODE_EXTRA_CA_CERTS" >>root/etc/ssl/certs/ca-certificates.crt
fi
tar -C root -cf base.tar . && rm -r root
