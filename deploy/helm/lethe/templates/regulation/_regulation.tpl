{{- define "lethe.regulation.environment" -}}
- { name: HOST, value: {{ .Values.listenAddress | quote }} }
- { name: PORT, value: '3002' }
- name: LETHE_REGULATION_LISTEN
  value: {{ include "lethe.address" (dict "host" .Values.listenAddress "port" 3001) | quote }}
{{ include "lethe.environment.database" (dict "root" . "user" "regulation") }}
- { name: LETHE_DATABASE_POOL, value: {{ .Values.regulation.databasePool | quote }} }
- { name: LETHE_MIGRATE_ON_START, value: 'false' }
- { name: LETHE_LIMIT_SUPPRESSIONS, value: {{ .Values.regulation.limits.suppressions | int64 | quote }} }
- { name: LETHE_LIMIT_DELETIONS, value: {{ .Values.regulation.limits.deletions | int64 | quote }} }
- { name: LETHE_LIMIT_BODY_BYTES, value: {{ .Values.gateway.limits.bodyBytes | int64 | quote }} }
- { name: LETHE_PII_RETENTION_DAYS, value: {{ .Values.regulation.personalDataDays | int64 | quote }} }
- { name: LETHE_LIMIT_SOURCES_OF_USER, value: {{ .Values.regulation.limits.sourcesOfUser | int64 | quote }} }
{{ include "lethe.environment.kafka" . }}
- { name: LETHE_CREATE_TOPICS, value: 'false' }
{{ include "lethe.environment.identifierKey" . }}
{{ include "lethe.environment.rpc" . }}
{{ include "lethe.environment.definitions" . }}
{{- end -}}
