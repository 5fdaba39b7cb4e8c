start_redis() {
  port_open "$PORT_REDIS" && return 0
  chown redis "$RUN/redis"
  redis-server --bind 127.0.0.1 --port "$PORT_REDIS" --daemonize yes --save '' --appendonly no --maxmemory 64mb \
    --dir "$RUN/redis" --pidfile "$RUN/pid/redis.pid" --logfile "$RUN/log/redis.log" >/dev/null
  wait_port "$PORT_REDIS"
}
stop_redis() { kill_pid "$RUN/pid/redis.pid" redis-server; }
healthy_redis() { speaks "$PORT_REDIS" 'PING\r\nQUIT\r\n' PONG; }
