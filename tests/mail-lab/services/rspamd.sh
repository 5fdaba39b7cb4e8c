configure_rspamd() {
  local dir="$RUN/rspamd" local_dir="$RUN/rspamd/local.d" module
  cp -r /etc/rspamd/local.d/. "$local_dir/" 2>/dev/null
  # The stock file names the sockets before local.d is merged, which would only add a second one.
  sed -e "s/localhost:11333/127.0.0.1:$PORT_RSPAMD/;s/localhost:11334/127.0.0.1:$PORT_RSPAMD_CONTROL/" \
    -e "s/localhost:11332/127.0.0.1:$PORT_MILTER/;s/localhost:11335/127.0.0.1:$PORT_RSPAMD_FUZZY/" \
    /etc/rspamd/rspamd.conf >"$dir/rspamd.conf"
  fill "$HERE/conf/rspamd-options.inc" "$local_dir/options.inc"
  # the stock settings skip clients on loopback
  for module in dkim spf dmarc; do echo 'check_local = true; check_authed = true;' >"$local_dir/$module.conf"; done
  echo 'count = 2;' >"$local_dir/worker-normal.inc"
  printf 'upstream "local" { default = yes; hosts = "127.0.0.1:%s"; self_scan = no; }\nmilter = yes; count = 1; max_retries = 2; timeout = 20s;\n' "$PORT_RSPAMD" >"$local_dir/worker-proxy.inc"
  echo 'password = "lab"; secure_ip = ["127.0.0.1"];' >"$local_dir/worker-controller.inc"
  echo "servers = \"127.0.0.1:$PORT_REDIS\";" >"$local_dir/redis.conf"
  for module in fuzzy_check rspamd_update greylist ratelimit asn url_redirector neural mx_check phishing; do
    echo 'enabled = false;' >"$local_dir/$module.conf"
  done
  echo 'reject = 999; greylist = null; rewrite_subject = null; add_header = 6;' >"$local_dir/actions.conf"
  echo 'use = ["x-spamd-bar","x-spam-level","x-spam-status","authentication-results","spam-header"]; extended_spam_headers = true; skip_local = false; skip_authenticated = true;' >"$local_dir/milter_headers.conf"
  chown -R _rspamd "$dir"; touch "$RUN/log/rspamd.log"; chown _rspamd "$RUN/log/rspamd.log"
}

start_rspamd() {
  port_open "$PORT_RSPAMD" && return 0
  configure_rspamd
  (cd "$RUN/rspamd" && rspamd -c "$RUN/rspamd/rspamd.conf" -u _rspamd -g _rspamd --var=CONFDIR=/etc/rspamd \
    --var=LOCAL_CONFDIR="$RUN/rspamd" --var=DBDIR="$RUN/rspamd/db" --var=RUNDIR="$RUN/pid" --var=LOGDIR="$RUN/log")
  wait_port "$PORT_RSPAMD" 200 && wait_port "$PORT_MILTER" 100
}
stop_rspamd() { kill_pid "$RUN/pid/rspamd.pid" rspamd; }
healthy_rspamd() { speaks "$PORT_RSPAMD" 'GET /ping HTTP/1.0\r\n\r\n' pong; }
