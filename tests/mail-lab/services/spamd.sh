start_spamd() {
  port_open "$PORT_SPAMD" && return 0
  mkdir -p "$RUN/spamd/etc"
  cp /etc/spamassassin/*.pre /etc/spamassassin/*.cf "$RUN/spamd/etc/" 2>/dev/null
  fill "$HERE/conf/spamassassin.cf" "$RUN/spamd/etc/local.cf"
  chown -R debian-spamd "$RUN/spamd"; touch "$RUN/log/spamd.log"; chown debian-spamd "$RUN/log/spamd.log"
  /usr/sbin/spamd -d -i 127.0.0.1 -p "$PORT_SPAMD" -A 127.0.0.1 --max-children 3 --min-children 1 --min-spare 1 -x \
    -u debian-spamd -g debian-spamd --siteconfigpath="$RUN/spamd/etc" -H "$RUN/spamd/home" \
    -s "$RUN/log/spamd.log" -r "$RUN/pid/spamd.pid"
  wait_port "$PORT_SPAMD" 300
}
stop_spamd() { kill_pid "$RUN/pid/spamd.pid" spamd; }
healthy_spamd() { speaks "$PORT_SPAMD" 'PING SPAMC/1.5\r\n\r\n' PONG; }
