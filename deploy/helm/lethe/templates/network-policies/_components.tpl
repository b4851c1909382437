{{/* For each component: the peers that are allowed to reach it, and the peers that it is allowed to reach. */}}

{{- define "lethe.gateway.rules" -}}
ingress:
  - ports: [{ protocol: TCP, port: http }]
    {{- with .Values.networkPolicy.gatewayFrom }}
    from:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- include "lethe.ingress.monitoring" (dict "root" . "port" "metrics") | nindent 2 }}
egress:
  {{- include "lethe.egress.dns" . | nindent 2 }}
  {{- include "lethe.egress.database" . | nindent 2 }}
  {{- include "lethe.egress.kafka" . | nindent 2 }}
  {{- include "lethe.egress.tracing" . | nindent 2 }}
  {{- include "lethe.egress.regulation" . | nindent 2 }}
  {{- include "lethe.egress.oidc" . | nindent 2 }}
{{- end -}}

{{- define "lethe.regulation.rules" -}}
ingress:
  # Only gateways and deletion workers are allowed to reach the port of commands.
  - from:
      {{- range list "gateway" "deletion-worker" }}
      - podSelector:
          matchLabels:
            {{- include "lethe.selectorLabels" (dict "root" $ "component" .) | nindent 12 }}
      {{- end }}
    ports: [{ protocol: TCP, port: commands }]
  {{- include "lethe.ingress.monitoring" (dict "root" . "port" "health") | nindent 2 }}
egress:
  {{- include "lethe.egress.dns" . | nindent 2 }}
  {{- include "lethe.egress.database" . | nindent 2 }}
  {{- include "lethe.egress.kafka" . | nindent 2 }}
  {{- include "lethe.egress.tracing" . | nindent 2 }}
{{- end -}}

{{- define "lethe.testRunner.rules" -}}
{{- with include "lethe.ingress.monitoring" (dict "root" . "port" "health") }}
ingress:
  {{- . | nindent 2 }}
{{- end }}
egress:
  {{- include "lethe.egress.dns" . | nindent 2 }}
  {{- include "lethe.egress.database" . | nindent 2 }}
  {{- include "lethe.egress.kafka" . | nindent 2 }}
  {{- include "lethe.egress.tracing" . | nindent 2 }}
  {{- include "lethe.egress.internet" . | nindent 2 }}
  {{- include "lethe.egress.transformer" (dict "root" . "url" .Values.testRunner.transformerUrl) | nindent 2 }}
  {{- include "lethe.egress.delivery" . | nindent 2 }}
{{- end -}}

{{- define "lethe.deletionWorker.rules" -}}
{{- with include "lethe.ingress.monitoring" (dict "root" . "port" "health") }}
ingress:
  {{- . | nindent 2 }}
{{- end }}
egress:
  {{- include "lethe.egress.dns" . | nindent 2 }}
  {{- include "lethe.egress.database" . | nindent 2 }}
  {{- include "lethe.egress.kafka" . | nindent 2 }}
  {{- include "lethe.egress.tracing" . | nindent 2 }}
  {{- include "lethe.egress.regulation" . | nindent 2 }}
  {{- include "lethe.egress.internet" . | nindent 2 }}
  {{- include "lethe.egress.transformer" (dict "root" . "url" (include "lethe.deletionWorker.transformerUrl" .)) | nindent 2 }}
  {{- include "lethe.egress.delivery" . | nindent 2 }}
{{- end -}}

{{- define "lethe.eventFilter.rules" -}}
{{- with include "lethe.ingress.monitoring" (dict "root" . "port" "health") }}
ingress:
  {{- . | nindent 2 }}
{{- end }}
egress:
  {{- include "lethe.egress.dns" . | nindent 2 }}
  {{- include "lethe.egress.kafka" . | nindent 2 }}
  {{- include "lethe.egress.tracing" . | nindent 2 }}
{{- end -}}
