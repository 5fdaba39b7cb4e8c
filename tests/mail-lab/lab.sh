#!/usr/bin/env bash
# Real mail servers on loopback, without systemd and without the internet. See README.md.
# usage: lab.sh install|start|stop|restart|status|reset|env|logs [service]|stopsvc <service>|startsvc <service>|reloaddns
# env:   LAB_RUN       state, logs, keys, mail; every system user must be able to traverse it (default /tmp/thaw-mail-lab)
#        LAB_BASE      port base (default 12000)
#        LAB_SERVICES  of: dns redis rspamd spamd dovecot postfix (default "dns dovecot postfix")
#        LAB_PASSWORD  of every user (default lab-Pass-1)
set -u

HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
RUN="${LAB_RUN:-/tmp/thaw-mail-lab}"
BASE="${LAB_BASE:-12000}"
PASSWORD="${LAB_PASSWORD:-lab-Pass-1}"
DOMAINS="alpha.test beta.test gamma.test delta.test"

PORT_AUTH=$((BASE + 23)) PORT_LMTP=$((BASE + 24)) PORT_MX=$((BASE + 25)) PORT_SINK=$((BASE + 26))
PORT_SMTP_NONE=$((BASE + 27)) PORT_REMOTE=$((BASE + 28)) PORT_DNS=$((BASE + 53))
PORT_IMAP_NONE=$((BASE + 143)) PORT_IMAP_SSL=$((BASE + 993))
PORT_SMTP_SSL=$((BASE + 465)) PORT_SMTP_TLS=$((BASE + 587))
PORT_SPAMD=$((BASE + 783)) PORT_MILTER=$((BASE + 332)) PORT_RSPAMD=$((BASE + 333))
PORT_RSPAMD_CONTROL=$((BASE + 334)) PORT_RSPAMD_FUZZY=$((BASE + 335)) PORT_REDIS=$((BASE + 379))

[ "$(id -u)" = 0 ] || { echo "must be root: Postfix and Dovecot drop privileges themselves" >&2; exit 1; }

say() { echo "[lab] $*"; }

# ---- what every service file uses ----

port_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

wait_port() {
  local attempt
  for attempt in $(seq 1 "${2:-150}"); do port_open "$1" && return 0; sleep 0.1; done
  say "port $1 did not open"; return 1
}

# What a server had at work when it stopped may still listen for a moment.
wait_closed() {
  local attempt
  for attempt in $(seq 1 300); do port_open "$1" || return 0; sleep 0.1; done
  say "port $1 did not close"; return 1
}

# file needle: the process of a pid file is alive and is what we think it is (pids are used again)
pid_alive() {
  local pid; pid=$(tr -dc 0-9 2>/dev/null <"$1")
  [ -n "$pid" ] && [ -r "/proc/$pid/cmdline" ] && tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q "$2"
}

kill_pid() {
  local pid attempt
  pid_alive "$1" "$2" || { rm -f "$1"; return 0; }
  pid=$(tr -dc 0-9 <"$1"); kill "$pid" 2>/dev/null
  for attempt in $(seq 1 100); do pid_alive "$1" "$2" || break; sleep 0.1; done
  if pid_alive "$1" "$2"; then kill -9 "$pid" 2>/dev/null; fi
  rm -f "$1"
}

# template target: fills in @NAME@ with the shell variable NAME
fill() {
  local name value script=""
  for name in $(grep -oE '@[A-Z_]+@' "$1" | tr -d @ | sort -u); do
    value=$(printf '%s' "${!name}" | sed 's/[&|\\]/\\&/g'); script="$script;s|@$name@|$value|g"
  done
  sed "${script#;}" "$1" >"$2"
}

users() {
  local number=0 domain step
  for domain in $DOMAINS; do
    for step in 1 2 3 4 5; do number=$((number + 1)); printf 'user%02d@%s\n' "$number" "$domain"; done
  done
}

# port request answer: an open port is not health (Dovecot listens with a dead auth process), so speak the protocol
speaks() {
  timeout 8 bash -c 'exec 3<>/dev/tcp/127.0.0.1/$1; printf "$2" >&3; timeout 7 cat <&3 | grep -qm1 -E "$3"' _ "$@" 2>/dev/null
}

for service in dns redis rspamd spamd dovecot postfix; do . "$HERE/services/$service.sh"; done

order="dns redis rspamd spamd dovecot postfix"   # each needs only what stands before it
SERVICES=""
for service in $order; do case " ${LAB_SERVICES:-dns dovecot postfix} " in *" $service "*) SERVICES="$SERVICES $service";; esac; done
uses() { case "$SERVICES " in *" $1 "*) return 0;; esac; return 1; }

# ---- commands ----

install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  local package wanted="dovecot-core dovecot-imapd dovecot-lmtpd dovecot-sieve postfix postfix-pcre nsd knot-dnsutils openssl" missing=""
  uses spamd && wanted="$wanted spamassassin spamc spamd libmail-spf-perl libmail-dkim-perl"
  uses rspamd && wanted="$wanted rspamd"
  uses redis && wanted="$wanted redis-server"
  for package in $wanted; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
  done
  [ -z "$missing" ] && { say "packages present"; return 0; }
  # keeps maintainer scripts from starting the daemons on their usual ports
  [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d; }
  echo "postfix postfix/main_mailer_type select No configuration" | debconf-set-selections
  # shellcheck disable=SC2086
  apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing
}

make_certificate() {
  local dir="$RUN/tls"; [ -s "$dir/cert.pem" ] && return 0
  local names="DNS:mail.lab.test,DNS:localhost,IP:127.0.0.1" domain
  for domain in $DOMAINS; do names="$names,DNS:*.$domain"; done
  openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj "/CN=Mail Lab CA" -keyout "$dir/ca.key" -out "$dir/ca.pem"
  openssl req -newkey rsa:2048 -nodes -subj "/CN=mail.lab.test" -keyout "$dir/key.pem" -out "$dir/request.pem"
  echo "subjectAltName=$names" >"$dir/extensions"
  openssl x509 -req -in "$dir/request.pem" -CA "$dir/ca.pem" -CAkey "$dir/ca.key" -CAcreateserial -days 3650 -extfile "$dir/extensions" -out "$dir/cert.pem"
  chmod 600 "$dir/key.pem" "$dir/ca.key"
}

make_keys() {
  local domain oauth="$RUN/oauth"
  for domain in $DOMAINS; do
    [ -s "$RUN/dkim/$domain.pem" ] || openssl genrsa -out "$RUN/dkim/$domain.pem" 2048
    chmod 644 "$RUN/dkim/$domain.pem"
  done
  if [ ! -s "$oauth/private.pem" ]; then
    openssl genrsa -out "$oauth/private.pem" 2048
    openssl rsa -in "$oauth/private.pem" -pubout -out "$oauth/default/RS256/default"
  fi
  chmod -R a+rX "$oauth"
}

write_description() {
  local USERS; USERS=$(users | sed 's/.*/"&"/' | paste -sd,)
  fill "$HERE/conf/lab.json.in" "$RUN/lab.json"
}

start() {
  mkdir -p "$RUN"/{dns,tls,dkim,oauth/default/RS256,mail,dovecot,redis,spamd/home,rspamd/{local.d,db,run,override.d},postfix/{etc,queue,data},sieve}
  local service failed=0
  { make_certificate; make_keys; } 2>>"$RUN/log/keys.log"
  write_description
  # A daemon that inherits our output or our lock would keep a waiting caller waiting for ever.
  for service in $SERVICES; do
    "start_$service" 9>&- </dev/null >>"$RUN/log/start.log" 2>&1 || { say "$service FAILED, see $RUN/log"; failed=1; }
  done
  status || failed=1; return $failed
}

stop() {
  local service
  for service in $(echo "$order" | tr ' ' '\n' | tac); do "stop_$service"; done
  say stopped
}

status() {
  local service failed=0
  for service in $SERVICES; do
    if "healthy_$service"; then say "$service healthy"; else say "$service NOT healthy"; failed=1; fi
  done
  return $failed
}

reset() {
  postsuper -c "$RUN/postfix/etc" -d ALL >/dev/null 2>&1
  find "$RUN/mail" -mindepth 1 -maxdepth 1 -exec rm -rf {} +
  say "mail and queue emptied"
}

mkdir -p "$RUN"/{log,pid}; chmod 755 "$RUN" "$RUN/log"
exec 9>"$RUN/.lock"
case "${1:-}" in start | stop | restart | reset | startsvc | stopsvc)
  flock -w 120 9 || { say "another lab.sh is running"; exit 1; } ;;
esac

case "${1:-}" in
  install) install_packages ;;
  start) start ;;
  stop) stop ;;
  restart) stop; start ;;
  status) status ;;
  reset) reset ;;
  env) cat "$RUN/lab.json" ;;
  startsvc)
    {
      "start_$2"
      # Postfix asks Dovecot who may sign in, keeps that connection, and refuses log-ins for a while after it broke.
      if [ "$2" = dovecot ] && postfix -c "$RUN/postfix/etc" status; then stop_postfix; start_postfix; fi
    } 9>&- </dev/null >>"$RUN/log/start.log" 2>&1
    "healthy_$2" ;;
  stopsvc) "stop_$2" ;;
  reloaddns) configure_dns && kill -HUP "$(cat "$RUN/pid/nsd.pid")" ;;
  logs) tail -n 50 "$RUN/log/${2:-postfix}"*.log ;;
  *) sed -n 3,7p "$0"; exit 2 ;;
esac
