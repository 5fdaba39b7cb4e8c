# nsd is authoritative for a made-up root, so every name outside these zones is an instant NXDOMAIN.

ZONE_HEAD='$TTL 60
@ SOA ns.lab.test. hostmaster.lab.test. 1 3600 600 86400 5
@ NS ns.lab.test.'
ADDRESS_LISTS="dnsbl.test zen.spamhaus.org bl.spamcop.net b.barracudacentral.org"
DOMAIN_LISTS="rhsbl.test dbl.spamhaus.org multi.uribl.com multi.surbl.org"

zone() { { echo "$ZONE_HEAD"; cat; } >"$RUN/dns/$1.zone"; }

# RFC 1035 3.3.14: one string of a TXT record holds 255 bytes
txt_chunks() { printf '%s' "$1" | fold -w 250 | sed 's/.*/"&"/' | tr '\n' ' '; }

user_zones() {
  local domain number=10 spf dmarc key
  for domain in $DOMAINS; do
    number=$((number + 1))
    key=$(openssl rsa -in "$RUN/dkim/$domain.pem" -pubout -outform DER 2>/dev/null | base64 -w0)
    spf="v=spf1 ip4:127.0.0.1 ip4:192.0.2.$number -all"
    dmarc="v=DMARC1; p=reject; rua=mailto:dmarc@$domain; adkim=s; aspf=s"
    # beta.test: mail from loopback is a soft failure, and DMARC asks for nothing
    [ "$domain" = beta.test ] && { spf="v=spf1 ip4:192.0.2.$number ~all"; dmarc="v=DMARC1; p=none"; }
    zone "$domain" <<Z
@ A 127.0.0.1
@ MX 10 mx.$domain.
@ TXT "$spf"
mx A 127.0.0.1
t A 127.0.0.1
www A 127.0.0.1
_dmarc TXT "$dmarc"
lab._domainkey TXT $(txt_chunks "v=DKIM1; k=rsa; p=$key")
Z
  done
}

odd_zones() {
  printf '@ A 127.0.0.1\n@ MX 10 mail.lab.test.\n' | zone nospf.test
  printf '@ A 127.0.0.1\n' | zone nomx.test
  printf '@ A 127.0.0.1\n@ MX 0 .\n' | zone nullmx.test
  printf '@ A 127.0.0.1\n@ MX 10 mail.lab.test.\n' | zone catchall.test
  printf '@ A 127.0.0.1\n@ MX 10 mail.lab.test.\n' | zone disposable.test
  # an include loop is a permanent error (RFC 7208 4.6.4)
  zone brokenspf.test <<'Z'
@ A 127.0.0.1
@ MX 10 mail.lab.test.
@ TXT "v=spf1 include:a.brokenspf.test include:a.brokenspf.test -all"
a TXT "v=spf1 include:brokenspf.test -all"
Z
  # 127.0.0.1 has a matching name, .2 a wrong one, .3 none
  printf '1.0.0 PTR mail.lab.test.\n2.0.0 PTR wrong.example.test.\n' | zone 127.in-addr.arpa
  printf '%s\n' '11 PTR mx.alpha.test.' '12 PTR mx.beta.test.' '13 PTR mx.gamma.test.' '14 PTR mx.delta.test.' | zone 2.0.192.in-addr.arpa
}

# Our own lists and the well-known names, so that the filters' stock rules work offline.
list_zones() {
  local list answer
  for list in $ADDRESS_LISTS; do
    zone "$list" <<'Z'
2.0.0.127 A 127.0.0.2
2.0.0.127 TXT "https://bl.lab.test/127.0.0.2"
66.2.0.192 A 127.0.0.2
66.2.0.192 TXT "listed for tests"
Z
  done
  for list in $DOMAIN_LISTS; do
    case $list in multi.*) answer=127.0.0.2 ;; *) answer=127.0.1.2 ;; esac
    # a real top-level domain on purpose: filters ignore links under unknown ones
    printf 'lab-listed.com A %s\nlab-listed.com TXT "listed for tests"\nlisted.test A %s\n' "$answer" "$answer" | zone "$list"
  done
  # "you may not ask": must never be read as listed
  echo 'lab-blocked.com A 127.255.255.255' >>"$RUN/dns/dbl.spamhaus.org.zone"
}

configure_dns() {
  local file name
  cat >"$RUN/dns/root.zone" <<'Z'
$TTL 60
. SOA ns.lab.test. hostmaster.lab.test. 1 3600 600 86400 5
. NS ns.lab.test.
ns.lab.test. A 127.0.0.1
mail.lab.test. A 127.0.0.1
t.lab.test. A 127.0.0.1
Z
  # records that a test run adds; see reloaddns
  [ -s "$RUN/extra.root.zone" ] && cat "$RUN/extra.root.zone" >>"$RUN/dns/root.zone"
  user_zones; odd_zones; list_zones
  fill "$HERE/conf/nsd.conf" "$RUN/dns/nsd.conf"
  for file in "$RUN"/dns/*.zone; do
    name=$(basename "$file" .zone); [ "$name" = root ] && continue
    printf 'zone:\n  name: "%s"\n  zonefile: "%s.zone"\n' "$name" "$name" >>"$RUN/dns/nsd.conf"
  done
  chown -R nsd "$RUN/dns"; touch "$RUN/log/nsd.log"; chown nsd "$RUN/log/nsd.log"; chmod 777 "$RUN/pid"
}

start_dns() {
  port_open "$PORT_DNS" && return 0
  configure_dns
  nsd-checkconf "$RUN/dns/nsd.conf" && nsd -c "$RUN/dns/nsd.conf" && wait_port "$PORT_DNS"
}
stop_dns() { kill_pid "$RUN/pid/nsd.pid" nsd; }
healthy_dns() { [ "$(kdig @127.0.0.1 -p "$PORT_DNS" +short +timeout=2 +retry=0 mail.lab.test A 2>/dev/null)" = 127.0.0.1 ]; }
