# Sets up the virtual environment beside the code; read by `banmen` and `check`, both of which set $here.
# shellcheck shell=sh

say() { printf '%s\n' "banmen: $*" >&2; }

# Whether Debian packages may be installed without asking anybody.
may_apt() {
    command -v apt-get >/dev/null 2>&1 || return 1
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

# apt PACKAGE...: install them. The lists are fetched when a package is not known or not found.
apt() {
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=500 install -y --no-install-recommends"
    $install "$@" >/dev/null 2>&1 && return 0
    $as_root apt-get -qq -o DPkg::Lock::Timeout=500 update >/dev/null 2>&1
    $install "$@" >/dev/null
}

# need WHAT PACKAGE...: install Debian packages, or leave with the sentence that says how.
need() {
    what=$1
    shift
    if may_apt; then
        say "installing $* ($what)"
        apt "$@" && return 0
    fi
    say "$what is missing. On Debian or Ubuntu: sudo apt install $*"
    exit 1
}

# find_python: prints a Python 3.11 to 3.13.
find_python() {
    for python in ${BANMEN_PYTHON:-python3 python3.13 python3.12 python3.11}; do
        if "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
            printf '%s\n' "$python"
            return 0
        fi
    done
    return 1
}

# setup LOCKFILE: make $here/.venv, or bring it up to date, with exactly the versions of the lock file.
setup() {
    lock="$here/$1"
    venv="${BANMEN_VENV:-$here/.venv}"
    mark="$venv/.installed-$1"
    py="$venv/bin/python"
    if [ -x "$py" ] && cmp -s "$lock" "$mark"; then
        return 0
    fi
    if ! mkdir -p "$venv" 2>/dev/null || ! [ -w "$venv" ]; then
        say "cannot write $venv; run this once as the owner of the folder, or set BANMEN_VENV to a folder of your own"
        exit 1
    fi
    if command -v flock >/dev/null 2>&1; then
        exec 9>"$venv/.lock"
        flock 9
        cmp -s "$lock" "$mark" && return 0
    fi
    if ! "$py" -c 'import pip' 2>/dev/null; then
        python=$(find_python) || need "Python 3.11, 3.12 or 3.13" python3 python3-venv
        python=$(find_python) || { say "no Python 3.11, 3.12 or 3.13 was found; set BANMEN_PYTHON to one"; exit 1; }
        "$python" -c 'import ensurepip, venv' 2>/dev/null || need "Python's venv module" python3-venv
        say "making a virtual environment in $venv"
        "$python" -m venv --clear "$venv" || exit 1
    fi
    say "installing the libraries of $1 (once, about a minute)"
    "$py" -m pip install -qq --disable-pip-version-check --no-input --require-hashes -r "$lock" >&2 || {
        say "pip could not install the libraries; is a package index reachable?"
        exit 1
    }
    cp "$lock" "$mark"
}

# libraries: the shared libraries that the OpenCV wheel loads.
libraries() {
    [ "$(uname -s)" = Linux ] || return 0
    [ -e "$venv/.libraries" ] && return 0
    "$py" -c 'import cv2' 2>/dev/null || need "a library that OpenCV loads" libgl1 libglib2.0-0 libxcb1
    "$py" -c 'import cv2' || exit 1
    : >"$venv/.libraries"
}
