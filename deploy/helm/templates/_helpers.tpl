{{- define "carillon.name" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "carillon.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "carillon.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "carillon.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "carillon.secret" -}}
{{ .Values.existingSecret | default (include "carillon.name" .) }}
{{- end }}

{{- /* Settings of every node and of the migration. Later entries win, so secrets come by envFrom, which comes first. */ -}}
{{- define "carillon.env" -}}
# Kubernetes lets every user write the folder of an emptyDir, which a node refuses. A node makes this one itself, private.
- name: DATA_DIR
  value: /data/node
- name: ADMIN_HOST
  value: 0.0.0.0
- name: ADMIN_PORT
  value: "9090"
- name: DRAIN_SECONDS
  value: {{ .Values.drainSeconds | quote }}
- name: CALLS_PER_NODE
  value: {{ .Values.callsPerNode | quote }}
{{- if .Values.publicUrl }}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
{{- end }}
{{- if .Values.consoleUrl }}
- name: CONSOLE_URL
  value: {{ .Values.consoleUrl | quote }}
{{- end }}
{{- if eq .Values.files.store "s3" }}
- name: BLOB_STORE
  value: s3
- name: S3_BUCKET
  value: {{ .Values.files.s3.bucket | quote }}
- name: S3_PREFIX
  value: {{ .Values.files.s3.prefix | quote }}
- name: S3_REGION
  value: {{ .Values.files.s3.region | quote }}
- name: S3_ENDPOINT
  value: {{ .Values.files.s3.endpoint | quote }}
{{- end }}
{{- if eq .Values.postgres.mode "bundled" }}
- name: DATABASE_URL
  value: {{ printf "postgres://carillon:%s@%s-postgres:5432/carillon" .Values.postgres.bundled.password (include "carillon.name" .) | quote }}
{{- end }}
{{- if and .Values.existingSecret (eq .Values.postgres.mode "external") (not (hasKey .Values.settings "DATABASE_URL")) }}
# By name: a node does not start without it. Otherwise it would begin a database of its own, and lose it.
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: DATABASE_URL } }
{{- end }}
{{- if and .Values.existingSecret (not (hasKey .Values.settings "ENCRYPTION_KEY")) }}
# By name as well: otherwise the first node would make a key, which is lost with its pod, and the secrets with it.
- name: ENCRYPTION_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: ENCRYPTION_KEY } }
{{- end }}
{{- if eq .Values.redis.mode "bundled" }}
- name: REDIS_URL
  value: {{ printf "redis://%s-redis:6379" (include "carillon.name" .) | quote }}
{{- end }}
{{- if eq .Values.kafka.mode "bundled" }}
- name: KAFKA_BROKERS
  value: {{ printf "%s-kafka:9092" (include "carillon.name" .) | quote }}
- name: KAFKA_REPLICATION
  value: "1"
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "carillon.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "carillon.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}
