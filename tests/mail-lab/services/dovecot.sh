configure_dovecot() {
  id vmail >/dev/null 2>&1 || useradd -r -M -s /usr/sbin/nologin vmail
  local MAIL_UID MAIL_GID; MAIL_UID=$(id -u vmail); MAIL_GID=$(id -g vmail)
  users | sed "s/.*/&:{PLAIN}$PASSWORD::::::/" >"$RUN/dovecot/users"
  fill "$HERE/conf/dovecot.conf" "$RUN/dovecot/dovecot.conf"
  fill "$HERE/conf/dovecot-oauth2.conf" "$RUN/dovecot/oauth2.conf"
  cp "$HERE/conf/junk.sieve" "$RUN/sieve/junk.sieve"
  chown root:dovecot "$RUN/dovecot/users"; chmod 640 "$RUN/dovecot/users"
  chown vmail:vmail "$RUN/mail"; chown -R vmail "$RUN/sieve"; chmod -R a+rX "$RUN/sieve"
}

start_dovecot() {
  port_open "$PORT_IMAP_NONE" && return 0
  configure_dovecot
  sievec -c "$RUN/dovecot/dovecot.conf" "$RUN/sieve/junk.sieve"
  dovecot -c "$RUN/dovecot/dovecot.conf" || return 1
  wait_port "$PORT_IMAP_NONE" && wait_port "$PORT_LMTP"
}
stop_dovecot() {
  local pid_file="$RUN/dovecot/run/master.pid" children child try
  children=$(pgrep -P "$(cat "$pid_file" 2>/dev/null || echo 0)")
  kill_pid "$pid_file" dovecot
  # Its processes outlive it by a moment, in which they write what they know of the mailboxes.
  for child in $children; do
    for try in $(seq 1 100); do kill -0 "$child" 2>/dev/null || break; sleep 0.05; done
  done
}
healthy_dovecot() { speaks "$PORT_IMAP_NONE" "a LOGIN $(users | head -1) $PASSWORD\r\nb LOGOUT\r\n" 'a OK'; }
