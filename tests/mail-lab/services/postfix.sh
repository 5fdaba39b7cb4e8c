configure_postfix() {
  local etc="$RUN/postfix/etc" MILTERS=""
  uses rspamd && MILTERS="inet:127.0.0.1:$PORT_MILTER"
  cp /etc/postfix/dynamicmaps.cf /etc/postfix/postfix-files "$etc/" 2>/dev/null
  cp -r /etc/postfix/dynamicmaps.cf.d /etc/postfix/postfix-files.d "$etc/" 2>/dev/null
  users | sed 's/$/ OK/' >"$etc/mailboxes"
  local file
  for file in main.cf master.cf autosent.pcre magic.pcre virtual recipients.pcre remote.pcre transport.pcre; do
    fill "$HERE/conf/postfix/$file" "$etc/$file"
  done
  chown root:root "$RUN/postfix" "$etc" "$RUN/postfix/queue"; chown postfix "$RUN/postfix/data"
}

start_postfix() {
  port_open "$PORT_MX" && return 0
  configure_postfix
  postfix -c "$RUN/postfix/etc" check
  postfix -c "$RUN/postfix/etc" start || return 1
  wait_port "$PORT_MX" && wait_port "$PORT_SMTP_SSL"
}
stop_postfix() {
  local pid_file="$RUN/postfix/queue/pid/master.pid"
  pid_alive "$pid_file" master || return 0
  postfix -c "$RUN/postfix/etc" stop >/dev/null 2>&1
  kill_pid "$pid_file" master
  # Whoever starts it now would take it for running.
  wait_closed "$PORT_MX" && wait_closed "$PORT_SMTP_SSL"
}
healthy_postfix() { speaks "$PORT_SMTP_NONE" 'EHLO lab.test\r\nQUIT\r\n' AUTH; }
