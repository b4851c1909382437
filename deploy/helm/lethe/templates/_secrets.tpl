{{/* The folder with all secrets of a component. Its files come from several Secrets. */}}
{{- define "lethe.secretFolder" -}}/etc/lethe/secrets{{- end -}}

{{/* Name of the Secret that the demo creates. */}}
{{- define "lethe.demoSecret" -}}{{ include "lethe.fullname" . }}-demo{{- end -}}

{{/* The database user as JSON { name, password }. Arguments: { root, user }; user is a key of database.users, or owner. */}}
{{- define "lethe.databaseLogin" -}}
{{- $database := .root.Values.database -}}
{{- $own := get $database.users .user | default dict -}}
{{- if and $own.name (not .root.Values.demo.enabled) -}}
{{ $own | toJson }}
{{- else -}}
{{ dict "name" $database.user "password" $database.password | toJson }}
{{- end -}}
{{- end -}}

{{- define "lethe.databasePassword" -}}
{{- if .root.Values.demo.enabled -}}
name: {{ include "lethe.demoSecret" .root }}
items: [{ key: database-password, path: database-password }]
{{- else -}}
{{- $login := include "lethe.databaseLogin" . | fromJson -}}
name: {{ $login.password.existingSecret }}
items: [{ key: {{ $login.password.key | quote }}, path: database-password }]
{{- end -}}
{{- end -}}

{{/* Name of the Secret with a certificate of the mutual TLS. Arguments: { root, side }. */}}
{{- define "lethe.rpcSecret" -}}
{{- if .root.Values.rpc.tls.certManager.enabled -}}
{{ include "lethe.fullname" .root }}-{{ .side }}-rpc
{{- else -}}
{{- /* Deletion workers without a certificate of their own use the gateways' certificate. */ -}}
{{ (index .root.Values.rpc.tls (.side | camelcase | untitle)).existingSecret | default .root.Values.rpc.tls.gateway.existingSecret }}
{{- end -}}
{{- end -}}

{{/* Whether gateways and deletion workers send a key to the regulation service, which needs a key or mutual TLS. */}}
{{- define "lethe.hasRpcKey" -}}
{{- if or .Values.demo.enabled .Values.rpc.secret.existingSecret }}true{{ end -}}
{{- end -}}

{{/*
Whether look-ups find users by e-mail address and phone number. This search needs the key of the hashes.
*/}}
{{- define "lethe.hasIdentifierKey" -}}
{{- if or .Values.demo.enabled .Values.identifierKey.existingSecret }}true{{ end -}}
{{- end -}}

{{/*
The Secrets of lethe.secretFolder as a list of volume sources; empty if there are none.
Arguments: { root, database?, kafka?, secretKey?, identifierKey?,
oidc?, rpc?, tracing? }. database is a key of database.users, or owner; rpc is a side, such as gateway.
*/}}
{{- define "lethe.secretSources" -}}
{{- $values := .root.Values -}}
{{- $external := not $values.demo.enabled -}}
{{- if .database }}
- secret:
    {{- include "lethe.databasePassword" (dict "root" .root "user" .database) | nindent 4 }}
{{- if and $external $values.database.tls.ca.existingSecret }}
- secret:
    name: {{ $values.database.tls.ca.existingSecret }}
    items: [{ key: {{ $values.database.tls.ca.key | quote }}, path: database-ca.crt }]
{{- end }}
{{- with $values.database.tls.client }}
{{- if and $external .existingSecret }}
- secret:
    name: {{ .existingSecret }}
    items:
      - { key: {{ .certKey | quote }}, path: database.crt }
      - { key: {{ .keyKey | quote }}, path: database.key }
{{- end }}
{{- end }}
{{- end }}
{{- if and .kafka $external }}
{{- with $values.kafka }}
{{- if and .tls.enabled .tls.ca.existingSecret }}
- secret:
    name: {{ .tls.ca.existingSecret }}
    items: [{ key: {{ .tls.ca.key | quote }}, path: kafka-ca.crt }]
{{- end }}
{{- if and .tls.enabled .tls.client.existingSecret }}
- secret:
    name: {{ .tls.client.existingSecret }}
    items:
      - { key: {{ .tls.client.certKey | quote }}, path: kafka.crt }
      - { key: {{ .tls.client.keyKey | quote }}, path: kafka.key }
{{- end }}
{{- if .sasl.mechanism }}
- secret:
    name: {{ .sasl.password.existingSecret }}
    items: [{ key: {{ .sasl.password.key | quote }}, path: kafka-password }]
{{- end }}
{{- end }}
{{- end }}
{{- if .secretKey }}
{{- if $values.demo.enabled }}
- secret:
    name: {{ include "lethe.demoSecret" .root }}
    items: [{ key: secret-key, path: secret-key }]
{{- else }}
- secret:
    name: {{ $values.secretKey.existingSecret }}
    items: [{ key: {{ $values.secretKey.key | quote }}, path: secret-key }]
{{- end }}
{{- end }}
{{- if and .identifierKey (include "lethe.hasIdentifierKey" .root) }}
- secret:
    {{- if $external }}
    name: {{ $values.identifierKey.existingSecret }}
    items: [{ key: {{ $values.identifierKey.key | quote }}, path: identifier-key }]
    {{- else }}
    name: {{ include "lethe.demoSecret" .root }}
    items: [{ key: identifier-key, path: identifier-key }]
    {{- end }}
{{- end }}
{{- with $values.console.oidc }}
{{- if and $.oidc .issuer .clientSecret.existingSecret }}
- secret:
    name: {{ .clientSecret.existingSecret }}
    items: [{ key: {{ .clientSecret.key | quote }}, path: oidc-client-secret }]
{{- end }}
{{- end }}
{{- with $values.tracing }}
{{- if and $.tracing .endpoint .headers.existingSecret }}
- secret:
    name: {{ .headers.existingSecret }}
    items: [{ key: {{ .headers.key | quote }}, path: tracing-headers }]
{{- end }}
{{- end }}
{{- if and .rpc (include "lethe.hasRpcKey" .root) }}
- secret:
    {{- if $external }}
    name: {{ $values.rpc.secret.existingSecret }}
    items: [{ key: {{ $values.rpc.secret.key | quote }}, path: rpc-secret }]
    {{- else }}
    name: {{ include "lethe.demoSecret" .root }}
    items: [{ key: rpc-secret, path: rpc-secret }]
    {{- end }}
{{- end }}
{{- if and .rpc $values.rpc.tls.enabled }}
{{- with $values.rpc.tls }}
- secret:
    name: {{ include "lethe.rpcSecret" (dict "root" $.root "side" $.rpc) }}
    items:
      - { key: {{ ternary "ca.crt" .caKey .certManager.enabled | quote }}, path: rpc-ca.crt }
      - { key: {{ ternary "tls.crt" .certKey .certManager.enabled | quote }}, path: rpc.crt }
      - { key: {{ ternary "tls.key" .keyKey .certManager.enabled | quote }}, path: rpc.key }
{{- end }}
{{- end }}
{{- end -}}
