#!/bin/sh
# isolated.sh ROOT DATA USER:GROUP PROGRAM…: runs a program of the root file system ROOT as a container engine would with a read-only root:
# in namespaces of its own for mounts and processes, where it is process 1, without privileges. Only /tmp and /data are writable.
set -eu
root=$1
data=$2
user=$3
shift 3
/usr/bin/mount --bind "$root" "$root"
/usr/bin/mount -o remount,bind,ro "$root"
/usr/bin/mount -t proc proc "$root/proc"
/usr/bin/mount -t tmpfs tmpfs "$root/tmp"
/usr/bin/mount --bind "$data" "$root/data"
exec /usr/bin/setpriv --no-new-privs /usr/sbin/chroot --userspec="$user" "$root" "$@"
