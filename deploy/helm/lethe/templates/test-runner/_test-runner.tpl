{{- define "lethe.testRunner.environment" -}}
{{- $values := .Values.testRunner -}}
- { name: HOST, value: {{ .Values.listenAddress | quote }} }
- { name: PORT, value: '3003' }
{{ include "lethe.environment.database" (dict "root" . "user" "testRunner") }}
- { name: LETHE_DATABASE_POOL, value: {{ $values.databasePool | quote }} }
{{ include "lethe.environment.kafka" . }}
- { name: LETHE_CREATE_TOPICS, value: 'false' }
{{ include "lethe.environment.secretKey" . }}
{{ include "lethe.environment.definitions" . }}
- { name: LETHE_TEST_RUNS, value: {{ $values.runs | quote }} }
- { name: LETHE_SANDBOX_THREADS, value: {{ $values.sandboxThreads | quote }} }
{{- with $values.transformerUrl }}
- { name: LETHE_TRANSFORMER_URL, value: {{ . | quote }} }
{{- end }}
# A look-up of a host name occupies a thread until the DNS server answers: docs/configuration.md.
- { name: UV_THREADPOOL_SIZE, value: '64' }
{{- with $values.deliveryAllow }}
- { name: LETHE_DELIVERY_ALLOW, value: {{ join "," . | quote }} }
{{- end }}
{{- end -}}
