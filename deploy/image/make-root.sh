#!/bin/sh
# make-root.sh FOLDER: collects the root file system of the image in FOLDER, except for the package: Node and the libraries that it
# loads, from the Debian system that this runs on, the user, and two programs.
set -eu
root=$1
here=$(dirname "$0")
node=$(command -v node)

# The layout of Debian, where /lib and /lib64 are links.
mkdir -p "$root/usr/bin" "$root/usr/lib" "$root/usr/lib64" "$root/etc" "$root/data" "$root/tmp" "$root/var/lib/dpkg/status.d"
ln -s usr/lib "$root/lib"
ln -s usr/lib64 "$root/lib64"

cp "$node" "$root/usr/bin/node"
# Node may be passed on with its license only.
mkdir -p "$root/usr/share/doc/node"
cp "$(dirname "$node")/../LICENSE" "$root/usr/share/doc/node/LICENSE"
if ldd "$node" | grep 'not found'; then exit 1; fi
libraries=$(ldd "$node" | grep -o '/[^ ]*')
for library in $libraries; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done

# Vulnerability scanners read the names and versions of the packages here.
for library in $libraries; do
  dpkg-query --search "*/$(basename "$library")"
done | grep -v '^diversion ' | cut -d : -f 1 | sort -u | while read -r package; do
  dpkg-query --status "$package" >"$root/var/lib/dpkg/status.d/$package"
  mkdir -p "$root/usr/share/doc/$package"
  cp -L "/usr/share/doc/$package/copyright" "$root/usr/share/doc/$package/" 2>/dev/null || true
done
cp -L /etc/os-release "$root/etc/os-release"

cat >"$root/etc/passwd" <<'PASSWD'
root:x:0:0:root:/:/usr/sbin/nologin
headcount:x:10001:10001:headcount:/data:/usr/sbin/nologin
PASSWD
cat >"$root/etc/group" <<'GROUP'
root:x:0:
headcount:x:10001:
GROUP
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"

install -m 755 "$here/headcount" "$here/healthcheck" "$root/usr/bin/"
chmod 1777 "$root/tmp"
chown 10001:10001 "$root/data"
chmod 700 "$root/data"
