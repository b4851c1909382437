{{- define "lethe.gateway.environment" -}}
{{- $values := .Values.gateway -}}
- { name: HOST, value: {{ .Values.listenAddress | quote }} }
- { name: PORT, value: '8080' }
- name: LETHE_METRICS_LISTEN
  value: {{ include "lethe.address" (dict "host" .Values.listenAddress "port" 9464) | quote }}
{{ include "lethe.environment.database" (dict "root" . "user" "gateway") }}
- { name: LETHE_DATABASE_POOL, value: {{ $values.databasePool | quote }} }
- { name: LETHE_MIGRATE_ON_START, value: 'false' }
- { name: LETHE_DEMO_WORKSPACE, value: 'false' }
{{ include "lethe.environment.kafka" . }}
{{ include "lethe.environment.secretKey" . }}
- name: LETHE_REGULATION_ADDRESS
  value: {{ include "lethe.regulationHost" . }}:3001
- { name: LETHE_REGULATION_SOCKETS, value: {{ $values.regulationSockets | quote }} }
{{ include "lethe.environment.rpc" . }}
{{- if and .Values.rpc.tls.enabled .Values.rpc.tls.serverName }}
- { name: LETHE_RPC_SERVER_NAME, value: {{ .Values.rpc.tls.serverName | quote }} }
{{- end }}
{{- if or .Values.demo.enabled .Values.workspaces.existingSecret }}
- { name: LETHE_WORKSPACE_FILE, value: /etc/lethe/workspaces/workspaces.yaml }
{{- end }}
{{ include "lethe.environment.definitions" . }}
- { name: LETHE_DRAIN_TIMEOUT, value: {{ $values.drainSeconds | quote }} }
- { name: LETHE_MAX_IN_FLIGHT, value: {{ $values.maxInFlight | quote }} }
- { name: LETHE_RATE_TOKEN, value: {{ $values.rates.token | int64 | quote }} }
- { name: LETHE_RATE_WORKSPACE, value: {{ $values.rates.workspace | int64 | quote }} }
- { name: LETHE_RATE_USERS, value: {{ $values.rates.users | int64 | quote }} }
- { name: LETHE_RATE_TESTS, value: {{ $values.rates.tests | int64 | quote }} }
- { name: LETHE_RATE_DATA_PLANE, value: {{ $values.rates.dataPlane | int64 | quote }} }
{{- with $values.trustedProxies }}
- { name: LETHE_TRUSTED_PROXIES, value: {{ join "," . | quote }} }
{{- end }}
{{- with .Values.console }}
{{- if .publicUrl }}
- { name: LETHE_PUBLIC_URL, value: {{ .publicUrl | quote }} }
{{- end }}
{{- with .oidc }}
{{- if .issuer }}
{{- if not (and $.Values.console.publicUrl .clientId .groups) }}
{{- fail "console.oidc.issuer: needs console.publicUrl, console.oidc.clientId and console.oidc.groups, too. Set all of them." }}
{{- end }}
- { name: LETHE_OIDC_ISSUER, value: {{ .issuer | quote }} }
- { name: LETHE_OIDC_CLIENT_ID, value: {{ .clientId | quote }} }
{{- if .clientSecret.existingSecret }}
- { name: LETHE_OIDC_CLIENT_SECRET_FILE, value: {{ include "lethe.secretFolder" $ }}/oidc-client-secret }
{{- end }}
- { name: LETHE_OIDC_NAME, value: {{ .name | quote }} }
- { name: LETHE_OIDC_SCOPES, value: {{ .scopes | quote }} }
- { name: LETHE_OIDC_GROUPS_CLAIM, value: {{ .groupsClaim | quote }} }
- { name: LETHE_OIDC_VERIFIED_EMAIL_ONLY, value: {{ .requireVerifiedEmail | quote }} }
- { name: LETHE_OIDC_GROUPS, value: {{ .groups | toJson | quote }} }
{{- end }}
{{- end }}
{{- end }}
- { name: LETHE_LIMIT_BODY_BYTES, value: {{ $values.limits.bodyBytes | int64 | quote }} }
- { name: LETHE_LIMIT_USERS, value: {{ $values.limits.users | int64 | quote }} }
- { name: LETHE_LIMIT_SOURCE_IDS, value: {{ $values.limits.sourceIds | int64 | quote }} }
- { name: LETHE_LIMIT_SUPPRESSIONS, value: {{ .Values.regulation.limits.suppressions | int64 | quote }} }
- { name: LETHE_LIMIT_DESTINATION_IDS, value: {{ $values.limits.destinationIds | int64 | quote }} }
- { name: LETHE_LIMIT_DELETIONS, value: {{ .Values.regulation.limits.deletions | int64 | quote }} }
- { name: LETHE_LIMIT_TEST_MESSAGE_BYTES, value: {{ $values.limits.testMessageBytes | int64 | quote }} }
{{- end -}}

{{- define "lethe.gateway.volumes" -}}
{{- if or .Values.demo.enabled .Values.workspaces.existingSecret }}
- name: workspaces
  secret:
    secretName: {{ ternary (include "lethe.demoSecret" .) .Values.workspaces.existingSecret .Values.demo.enabled }}
    defaultMode: 0440
    items: [{ key: {{ ternary "workspaces.yaml" .Values.workspaces.key .Values.demo.enabled | quote }}, path: workspaces.yaml }]
{{- end }}
{{- end -}}
