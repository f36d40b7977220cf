#!/usr/bin/env bash
# Publishes the files of a release from a folder, in the workflow: publish.sh TAG FOLDER. Each step first looks whether it is done already,
# so a failed run can be repeated. The release on GitHub stays a draft until npm has the package, and never gets files that npm has otherwise.
set -euo pipefail
tag=$1
# Absolute, because npm takes `release/file.tgz` for a repository on GitHub.
folder=$(cd "$2" && pwd)
version=${tag#v}
package=queue-headcount@$version
tarball=$folder/queue-headcount-$version.tgz
case $version in
  *-*) npm_tag=next kind=(--prerelease --latest=false) ;;
  *) npm_tag=latest kind=(--latest) ;;
esac

(cd "$folder" && sha256sum --quiet --check SHA256SUMS)
published=$(npm view "$package" dist.integrity 2>/dev/null || true)
integrity=sha512-$(openssl dgst -sha512 -binary "$tarball" | openssl base64 -A)
if [ -n "$published" ] && [ "$published" != "$integrity" ]; then
  echo "npm has other bytes as $package: release another version" >&2
  exit 1
fi

if ! gh release view "$tag" >/dev/null 2>&1; then
  gh release create "$tag" --verify-tag --draft --title "$tag" --notes-file "$folder/release-notes.md" "${kind[@]}"
fi
find "$folder" -maxdepth 1 -type f ! -name release-notes.md -print0 | sort -z | xargs -0 gh release upload "$tag" --clobber

if [ -z "$published" ]; then
  npm publish "$tarball" --provenance --access public --tag "$npm_tag"
else
  echo "npm has $package already"
fi
gh release edit "$tag" --draft=false "${kind[@]}"
