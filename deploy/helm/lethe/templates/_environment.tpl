{{/* Groups of environment variables (docs/configuration.md). */}}

{{/* Parameters of the database's URL, with the paths of the TLS files. */}}
{{- define "lethe.databaseParameters" -}}
{{- $folder := include "lethe.secretFolder" . -}}
{{- with .Values.database.tls -}}
{{- if $.Values.demo.enabled -}}
sslmode=disable
{{- else -}}
sslmode={{ .mode }}
{{- if and .ca.existingSecret (ne .mode "disable") }}&sslrootcert={{ $folder }}/database-ca.crt{{ end }}
{{- if and .client.existingSecret (ne .mode "disable") }}&sslcert={{ $folder }}/database.crt&sslkey={{ $folder }}/database.key{{ end }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Encodes a text for the path of a URL, where %20 and not a plus sign stands for a space. */}}
{{- define "lethe.urlPart" -}}{{ . | urlquery | replace "+" "%20" }}{{- end -}}

{{/* The database's URL without the password. Arguments: { root, user (as in lethe.environment.database), host, port }. */}}
{{- define "lethe.databaseUrl" -}}
{{- $database := .root.Values.database -}}
{{- $login := include "lethe.databaseLogin" . | fromJson -}}
postgres://{{ include "lethe.urlPart" $login.name }}@{{ .host }}:{{ .port }}/{{ include "lethe.urlPart" $database.name }}?{{ include "lethe.databaseParameters" .root }}
{{- end -}}

{{/* Arguments: { root, user }; user is a key of database.users, or owner. */}}
{{- define "lethe.environment.database" -}}
{{- $root := .root -}}
{{- $user := .user -}}
{{- $database := $root.Values.database -}}
{{- if $root.Values.demo.enabled -}}
- name: DATABASE_URL
  value: {{ include "lethe.databaseUrl" (dict "root" $root "user" $user "host" (printf "%s-postgres" (include "lethe.fullname" $root)) "port" 5432) | quote }}
{{- else -}}
- name: DATABASE_URL
  value: {{ include "lethe.databaseUrl" (dict "root" $root "user" $user "host" $database.host "port" $database.port) | quote }}
{{- with $database.session }}
{{- if .host }}
- name: LETHE_DATABASE_SESSION_URL
  value: {{ include "lethe.databaseUrl" (dict "root" $root "user" $user "host" .host "port" .port) | quote }}
{{- end }}
{{- end }}
{{- end }}
- name: LETHE_DATABASE_PASSWORD_FILE
  value: {{ include "lethe.secretFolder" $root }}/database-password
{{- end -}}

{{- define "lethe.environment.kafka" -}}
{{- $folder := include "lethe.secretFolder" . -}}
- name: LETHE_TOPIC_PREFIX
  value: {{ .Values.topicPrefix | quote }}
- name: KAFKA_BROKERS
{{- if .Values.demo.enabled }}
  value: {{ include "lethe.fullname" . }}-kafka:9092
{{- else }}
{{- with .Values.kafka }}
  value: {{ join "," .brokers | quote }}
{{- if .tls.enabled }}
- name: LETHE_KAFKA_TLS
  value: 'true'
{{- if .tls.ca.existingSecret }}
- name: LETHE_KAFKA_CA_FILE
  value: {{ $folder }}/kafka-ca.crt
{{- end }}
{{- if .tls.client.existingSecret }}
- name: LETHE_KAFKA_CERT_FILE
  value: {{ $folder }}/kafka.crt
- name: LETHE_KAFKA_KEY_FILE
  value: {{ $folder }}/kafka.key
{{- end }}
{{- end }}
{{- if .sasl.mechanism }}
- name: LETHE_KAFKA_SASL_MECHANISM
  value: {{ .sasl.mechanism }}
- name: LETHE_KAFKA_USERNAME
  value: {{ .sasl.username | quote }}
- name: LETHE_KAFKA_PASSWORD_FILE
  value: {{ $folder }}/kafka-password
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "lethe.environment.tracing" -}}
{{- with .Values.tracing -}}
{{- if .endpoint -}}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ .endpoint | quote }} }
- { name: OTEL_TRACES_SAMPLER, value: {{ .sampler }} }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .share | quote }} }
{{- if .headers.existingSecret }}
- name: OTEL_EXPORTER_OTLP_HEADERS_FILE
  value: {{ include "lethe.secretFolder" $ }}/tracing-headers
{{- end }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "lethe.environment.secretKey" -}}
- name: LETHE_SECRET_KEY_FILE
  value: {{ include "lethe.secretFolder" . }}/secret-key
{{- end -}}

{{- define "lethe.environment.identifierKey" -}}
{{- if include "lethe.hasIdentifierKey" . -}}
- name: LETHE_IDENTIFIER_KEY_FILE
  value: {{ include "lethe.secretFolder" . }}/identifier-key
{{- end -}}
{{- end -}}

{{- define "lethe.environment.rpc" -}}
{{- $folder := include "lethe.secretFolder" . -}}
{{- if include "lethe.hasRpcKey" . -}}
- name: LETHE_RPC_SECRET_FILE
  value: {{ $folder }}/rpc-secret
{{ end -}}
{{- if .Values.rpc.tls.enabled -}}
- name: LETHE_RPC_CA_FILE
  value: {{ $folder }}/rpc-ca.crt
- name: LETHE_RPC_CERT_FILE
  value: {{ $folder }}/rpc.crt
- name: LETHE_RPC_KEY_FILE
  value: {{ $folder }}/rpc.key
{{- end -}}
{{- end -}}

{{/* The file of your own destination definitions. */}}
{{- define "lethe.environment.definitions" -}}
{{- if .Values.definitions.existingConfigMap -}}
- name: LETHE_DEFINITIONS_FILE
  value: /etc/lethe/definitions/definitions.yaml
{{- end -}}
{{- end -}}
