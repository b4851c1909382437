{{/* The transformer of the worker. The default is the test runner's, so that Lethe can delete at every destination type that it can test. */}}
{{- define "lethe.deletionWorker.transformerUrl" -}}
{{ .Values.deletionWorker.transformerUrl | default .Values.testRunner.transformerUrl }}
{{- end -}}

{{- define "lethe.deletionWorker.environment" -}}
{{- $values := .Values.deletionWorker -}}
- { name: HOST, value: {{ .Values.listenAddress | quote }} }
- { name: PORT, value: '3004' }
{{ include "lethe.environment.database" (dict "root" . "user" "deletionWorker") }}
- { name: LETHE_DATABASE_POOL, value: {{ $values.databasePool | quote }} }
{{ include "lethe.environment.kafka" . }}
- { name: LETHE_CREATE_TOPICS, value: 'false' }
{{ include "lethe.environment.secretKey" . }}
- name: LETHE_REGULATION_ADDRESS
  value: {{ include "lethe.regulationHost" . }}:3001
{{ include "lethe.environment.rpc" . }}
{{- if and .Values.rpc.tls.enabled .Values.rpc.tls.serverName }}
- { name: LETHE_RPC_SERVER_NAME, value: {{ .Values.rpc.tls.serverName | quote }} }
{{- end }}
{{ include "lethe.environment.definitions" . }}
- { name: LETHE_DELETION_CONCURRENCY, value: {{ $values.concurrency | quote }} }
- { name: LETHE_DELETION_LEASE, value: {{ $values.leaseSeconds | quote }} }
{{- with include "lethe.deletionWorker.transformerUrl" . }}
- { name: LETHE_TRANSFORMER_URL, value: {{ . | quote }} }
{{- end }}
# A look-up of a host name occupies a thread until the DNS server answers: docs/configuration.md.
- { name: UV_THREADPOOL_SIZE, value: '64' }
{{- with $values.deliveryAllow }}
- { name: LETHE_DELIVERY_ALLOW, value: {{ join "," . | quote }} }
{{- end }}
{{- end -}}
