#!/usr/bin/env bash
# Install the programs that tests and screenshots run beside Python, where that is possible.
set -euo pipefail

missing=()
command -v Xvfb > /dev/null || missing+=(xvfb)
command -v chromium-headless-shell > /dev/null || missing+=(chromium-headless-shell)
command -v firefox-esr > /dev/null || command -v firefox > /dev/null || missing+=(firefox-esr)
command -v bwrap > /dev/null || missing+=(bubblewrap)
ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || missing+=(postgresql)
fc-list 2> /dev/null | grep -q DejaVu || missing+=(fontconfig fonts-dejavu-core)
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "Installing ${missing[*]}."
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    if ! apt-cache show chromium-headless-shell > /dev/null 2>&1; then  # not in every release
        missing=("${missing[@]/chromium-headless-shell/chromium}")
    fi
    apt-get install -qq -y --no-install-recommends "${missing[@]}" > /dev/null
else
    echo "Not installed: ${missing[*]}. Tests that need them are skipped (chromium does as well, slower)." >&2
fi
