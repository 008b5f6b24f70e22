#!/usr/bin/env bash
# Runs PostgreSQL 15 with pgvector, Redis and Kafka on loopback, without containers, for tests and development.
#
#   services.sh start DIR [SERVICE…]   start postgres, redis and kafka (or those named), wait until they answer,
#                                      print their URLs and write them to DIR/env
#   services.sh stop DIR               stop the services that were started in DIR
#   services.sh status DIR             list the running services with their pids and memory
#   services.sh fetch DIR [SERVICE…]   download only, so that a later start needs no network
#   services.sh chromium DIR           install the browser that the tests of the console use, unless it is there
#   services.sh crash-kafka DIR        kill -9 the broker; start-kafka DIR starts it again on its data
#
# Needs Debian 12 on amd64 with apt-get. Downloads are unpacked in SERVICES_CACHE and not installed. The system must have gcc
# (for pgvector), Java 17 and Maven (for Kafka); as root the script installs the missing ones.
# Ports: POSTGRES_PORT 25432, REDIS_PORT 26379, KAFKA_PORT 29092 and the two after it. start-kafka reads its port from DIR.
# The third port of Kafka requires TLS and SASL: user carillon, password of-carillon, certificate DIR/kafka.pem.
# Data does not survive a power cut, because fsync is off.
set -euo pipefail

usage() { sed -n '/^#   /s/^#   //p' "$0" >&2; exit 2; }
say() { echo "[services] $*" >&2; }
die() { say "ERROR: $*"; exit 1; }

command=${1:-}
[[ $command && ${2:-} ]] || usage
services=("${@:3}")
(( ${#services[@]} )) || services=(postgres redis kafka)
for service in "${services[@]}"; do
  [[ $service =~ ^(postgres|redis|kafka)$ ]] || die "no such service: $service"
done
mkdir -p "$2"
dir=$(cd "$2" && pwd)

postgres_port=${POSTGRES_PORT:-25432}
redis_port=${REDIS_PORT:-26379}
kafka_port=${KAFKA_PORT:-29092}
[[ $command != start-kafka || ! -f $dir/kafka.port ]] || kafka_port=$(<"$dir/kafka.port")
kafka_version=4.3.1

# Postgres does not run as root, and its user could not read a cache under /root.
default_cache=${XDG_CACHE_HOME:-$HOME/.cache}/carillon
(( EUID )) || default_cache=/var/cache/carillon
cache=${SERVICES_CACHE:-$default_cache}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
postgres_files=$cache/postgres-15
pgbouncer_files=$cache/pgbouncer
redis_files=$cache/redis
kafka_files=$cache/kafka-$kafka_version-sasl
postgres_bin=$postgres_files/usr/lib/postgresql/15/bin

# ---- system packages

tools() { # SERVICE: prints the commands that the service needs, each with its packages
  case $1 in
    postgres) [[ -e $postgres_files ]] || echo gcc gcc libc6-dev ;;
    kafka)
      echo java openjdk-17-jre-headless
      [[ -e $kafka_files ]] || echo mvn maven
      ;;
    chromium) echo chromium-headless-shell chromium-headless-shell ;;
  esac
}

need_tools() { # installs the missing tools of all requested services
  local service missing=() tool packages
  for service in "${services[@]}"; do
    while read -r tool packages; do
      command -v "$tool" >/dev/null || read -ra missing <<<"${missing[*]} $packages"
    done < <(tools "$service")
  done
  (( ${#missing[@]} )) || return 0
  (( ! EUID )) || die "not installed, and only root can install it: ${missing[*]}"
  say "installing ${missing[*]}"
  DEBIAN_FRONTEND=noninteractive from_apt install -qq --no-install-recommends "${missing[@]}" >"$dir/install.log" 2>&1 ||
    { tail -20 "$dir/install.log" >&2; die "cannot install ${missing[*]}"; }
}

# Runs one apt-get at a time, because apt gives up when its lock is taken. Updates the package lists if they are old or missing.
from_apt() {
  (
    flock 9
    apt-get -y "$@" || { apt-get update -q && apt-get -y "$@"; }
  ) 9>"$cache/apt.lock"
}

# ---- downloads: into a temporary folder that is renamed at the end, so that a partial download is never used

fetch() { # SERVICE FOLDER: fetch_SERVICE fills ./files, which is renamed to FOLDER
  [[ ! -e $2 ]] || return 0
  work=$(mktemp -d "$cache/tmp.XXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'cat "$work/log" >&2; say "ERROR: cannot fetch $service"' ERR
  chmod a+rx "$work"
  mkdir "$work/files"
  ( cd "$work"; "fetch_$1" ) >"$work/log" 2>&1
  trap - ERR
  chmod -R a+rX "$work/files"
  mv -T "$work/files" "$2" 2>/dev/null || [[ -e $2 ]] # a concurrent run may have finished first
}

unpack_debs() { # PACKAGE…
  from_apt download -q "$@"
  local deb
  for deb in ./*.deb; do dpkg -x "$deb" files; done
}

fetch_postgres() {
  unpack_debs postgresql-15 postgresql-client-15 postgresql-server-dev-15 libpq5 libpq-dev \
    libicu72 libldap-2.5-0 libsasl2-2 libssl3 libxml2
  build_pgvector
}

# The tests start it themselves.
fetch_pgbouncer() { unpack_debs pgbouncer libevent-2.1-7 libc-ares2; }

# Debian 12 has no pgvector, so this builds the source package of the next release for our Postgres. apt reads that release
# from the machine's mirror with a configuration of its own, so that the system's package lists do not change.
build_pgvector() {
  local mirror keyring version
  mirror=$(find /etc/apt \( -name '*.list' -o -name '*.sources' \) \
    -exec awk '($1 == "URIs:" || $1 == "deb") && $2 ~ "/debian/*$" { print $2 }' {} + | head -1)
  keyring=$(find /usr/share/keyrings -name 'debian-archive-keyring.*' | head -1)
  mkdir -p lists/partial cache/archives/partial pgvector
  printf 'Types: deb-src\nURIs: %s\nSuites: trixie\nComponents: main\nSigned-By: %s\n' "$mirror" "$keyring" >next.sources
  local view=(-q -o "Dir::Etc::SourceList=$PWD/next.sources" -o "Dir::Etc::SourceParts=$PWD/none"
    -o "Dir::State::Lists=$PWD/lists" -o "Dir::Cache=$PWD/cache" -o APT::Sandbox::User=root)
  apt-get "${view[@]}" update
  apt-get "${view[@]}" --download-only source pgvector
  tar xf pgvector_*.orig.tar.* -C pgvector --strip-components=1
  cd pgvector
  gcc -O2 -fPIC -shared -fno-math-errno -ftree-vectorize \
    -I../files/usr/include/postgresql/15/server -I../files/usr/include/postgresql src/*.c -o vector.so
  version=$(sed -n "s/^default_version = '\(.*\)'/\1/p" vector.control)
  cp sql/vector.sql "sql/vector--$version.sql"
  cp vector.so ../files/usr/lib/postgresql/15/lib/
  cp vector.control sql/vector--*.sql ../files/usr/share/postgresql/15/extension/
}

fetch_redis() {
  unpack_debs redis-tools redis-server libjemalloc2 liblzf1
  ln -sf redis-check-rdb files/usr/bin/redis-server
}

fetch_kafka() {
  cat >pom.xml <<XML
<project>
  <modelVersion>4.0.0</modelVersion><groupId>carillon</groupId><artifactId>kafka</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>$kafka_version</version></dependency>
    <dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j-impl</artifactId><version>2.25.4</version></dependency>
  </dependencies>
</project>
XML
  mvn -B -q -ntp -Dstyle.color=never dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=files
  cat >files/log4j2.xml <<'XML'
<Configuration status="WARN">
  <Appenders><Console name="C"><PatternLayout pattern="%d %p %c{1} %m%n"/></Console></Appenders>
  <Loggers><Root level="WARN"><AppenderRef ref="C"/></Root></Loggers>
</Configuration>
XML
  keytool -genkeypair -alias broker -keyalg RSA -validity 3650 -dname CN=localhost -ext SAN=ip:127.0.0.1 \
    -keystore files/broker.p12 -storetype PKCS12 -storepass of-broker
  keytool -exportcert -rfc -alias broker -keystore files/broker.p12 -storepass of-broker >files/broker.pem
  # Formatting needs a JVM and takes a second, so it is done once here and copied into each DIR.
  kafka_properties 1 2 3 "$PWD/files/formatted" >kafka.properties
  java -Xmx128m -XX:TieredStopAtLevel=1 -cp 'files:files/*' kafka.tools.StorageTool format \
    -t Y2FyaWxsb24ta2Fma2EtMQ -c kafka.properties \
    --add-scram 'SCRAM-SHA-256=[name=carillon,password=of-carillon]' \
    --add-scram 'SCRAM-SHA-512=[name=carillon,password=of-carillon]'
}

kafka_properties() { # PORT CONTROLLER_PORT SASL_PORT DATA
  local scram=org.apache.kafka.common.security.scram.ScramLoginModule
  cat <<PROPERTIES
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$2
listeners=PLAINTEXT://127.0.0.1:$1,CONTROLLER://127.0.0.1:$2,SASL_SSL://127.0.0.1:$3
advertised.listeners=PLAINTEXT://127.0.0.1:$1,SASL_SSL://127.0.0.1:$3
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512
listener.name.sasl_ssl.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_carillon="of-carillon";
listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config=$scram required;
listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=$scram required;
ssl.keystore.location=$kafka_files/broker.p12
ssl.keystore.password=of-broker
log.dirs=$4
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
# After kill -9 a new broker waits until the registration of the old one expires: 5 s instead of 9. With a shorter timeout
# a live broker on a loaded machine would expire.
broker.heartbeat.interval.ms=500
broker.session.timeout.ms=5000
log.cleaner.dedupe.buffer.size=8388608
PROPERTIES
}

# ---- processes: a process is ours only if both pid and start time match the note, because the system reuses pids

start_time() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | awk '$1 != "Z" { print $20 }'; } # prints nothing for a zombie
note() { echo "$2 $(start_time "$2")" >"$dir/$1.pid"; }
pid_of() { # SERVICE: prints its pid if it runs
  local pid born
  [[ -f $dir/$1.pid ]] && read -r pid born <"$dir/$1.pid" && [[ $born && $(start_time "$pid") == "$born" ]] && echo "$pid"
}
running() { pid_of "$1" >/dev/null; }
answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

need_port() { # PORT: waits up to 3 s for an ending process to free the port
  local _
  for _ in {1..60}; do answers "$1" || return 0; sleep 0.05; done
  die "port $1 is taken"
}

wait_until() { # SERVICE COMMAND…
  local service=$1 deadline=$((SECONDS + 180))
  shift
  until "$@"; do
    if ! running "$service" || (( SECONDS > deadline )); then
      tail -20 "$dir/$service.log" >&2
      die "$service did not come up"
    fi
    sleep 0.05
  done
}

start_postgres() {
  local as=() # Postgres does not run as root
  mkdir -p "$dir/postgres"
  if (( ! EUID )); then
    id postgres &>/dev/null || useradd --system --no-create-home --shell /usr/sbin/nologin postgres
    as=(runuser -u postgres --)
    chown postgres "$dir/postgres"
    "${as[@]}" test -x "$postgres_bin/postgres" -a -x "$dir" || die "user postgres cannot read $postgres_files or $dir"
  fi
  need_port "$postgres_port"
  export LD_LIBRARY_PATH=$postgres_files/usr/lib/x86_64-linux-gnu
  cd "$dir/postgres"
  [[ -e data/PG_VERSION ]] ||
    "${as[@]}" "$postgres_bin/initdb" -D data -U postgres -A trust -N -E UTF8 --locale=C.UTF-8 >"$dir/postgres.log" 2>&1 ||
    { cat "$dir/postgres.log" >&2; die "could not create the database cluster"; }
  "${as[@]}" setsid "$postgres_bin/postgres" -D data -p "$postgres_port" -h 127.0.0.1 -k "$dir/postgres" \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c jit=off -c max_connections=200 \
    </dev/null >>"$dir/postgres.log" 2>&1 &
  note postgres $!
  wait_until postgres "$postgres_bin/pg_isready" -q -h 127.0.0.1 -p "$postgres_port"
  note postgres "$(head -1 data/postmaster.pid)" # replaces the pid of runuser
}

start_redis() {
  need_port "$redis_port"
  mkdir -p "$dir/redis"
  LD_LIBRARY_PATH=$redis_files/usr/lib/x86_64-linux-gnu setsid "$redis_files/usr/bin/redis-server" \
    --port "$redis_port" --bind 127.0.0.1 --dir "$dir/redis" --save '' --appendonly no </dev/null >>"$dir/redis.log" 2>&1 &
  note redis $!
  wait_until redis answers "$redis_port"
}

start_kafka() {
  need_port "$kafka_port"
  [[ -e $dir/kafka ]] || cp -r "$kafka_files/formatted" "$dir/kafka"
  echo "$kafka_port" >"$dir/kafka.port"
  cp "$kafka_files/broker.pem" "$dir/kafka.pem"
  kafka_properties "$kafka_port" $((kafka_port + 1)) $((kafka_port + 2)) "$dir/kafka" >"$dir/kafka.properties"
  setsid java -Xmx512m -XX:+UseSerialGC -Dlog4j2.configurationFile="$kafka_files/log4j2.xml" -cp "$kafka_files/*" \
    kafka.Kafka "$dir/kafka.properties" </dev/null >>"$dir/kafka.log" 2>&1 &
  note kafka $!
  wait_until kafka answers "$kafka_port"
}

stop() { # SERVICE SIGNAL
  local pid _
  if pid=$(pid_of "$1"); then
    kill "-$2" "$pid"
    for _ in {1..200}; do running "$1" || break; sleep 0.05; done
    ! running "$1" || kill -KILL "$pid"
  fi
  rm -f "$dir/$1.pid"
}

stop_all() { stop kafka TERM & stop redis TERM & stop postgres INT & wait; }

up() { # SERVICE
  local service=$1 files=${1}_files begun
  begun=$(date +%s%N)
  fetch "$service" "${!files}"
  [[ $service != postgres ]] || fetch pgbouncer "$pgbouncer_files"
  [[ $command == _fetch ]] || running "$service" || "start_$service"
  say "$service: $((($(date +%s%N) - begun) / 1000000)) ms"
}

# Runs all services in parallel, each in its own script, because bash ignores `set -e` inside `a || b`.
all() { # fetch|start
  local service job jobs=() failed=0
  for service in "${services[@]}"; do
    bash "$0" "_$1" "$dir" "$service" &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job" || failed=1; done
  return $failed
}

urls() {
  local service
  for service in "${services[@]}"; do
    case $service in
      postgres) echo "DATABASE_URL=postgres://postgres@127.0.0.1:$postgres_port/postgres" ;;
      redis) echo "REDIS_URL=redis://127.0.0.1:$redis_port" ;;
      kafka) echo "KAFKA_BROKERS=127.0.0.1:$kafka_port" ;;
    esac
  done
}

case $command in
  start)
    chmod a+x "$dir"
    need_tools
    all start || { stop_all; die "start failed"; }
    urls | tee "$dir/env"
    ;;
  fetch)
    need_tools
    all fetch
    ;;
  chromium)
    services=(chromium)
    need_tools
    ;;
  _start | _fetch) up "$3" ;;
  stop) stop_all ;;
  status)
    for service in postgres redis kafka; do
      if pid=$(pid_of $service); then
        echo "$service pid $pid $(awk '/VmRSS/ { print int($2 / 1024) }' "/proc/$pid/status") MiB"
      else
        echo "$service down"
      fi
    done
    ;;
  crash-kafka)
    pid=$(pid_of kafka) || die "kafka is not running"
    kill -KILL "$pid"
    while running kafka; do sleep 0.05; done
    ;;
  start-kafka) running kafka || start_kafka ;;
  *) usage ;;
esac
