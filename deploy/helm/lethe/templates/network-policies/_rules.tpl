{{/* What each component may be reached by, and may reach. */}}

{{- define "lethe.gateway.rules" -}}
ingress:
  - ports: [{ protocol: TCP, port: http }]
    {{- with .Values.networkPolicy.gatewayFrom }}
    from:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- include "lethe.ingress.monitoring" (dict "root" . "port" "http") | nindent 2 }}
egress:
  {{- include "lethe.egress.dns" . | nindent 2 }}
  {{- include "lethe.egress.database" . | nindent 2 }}
  {{- include "lethe.egress.kafka" . | nindent 2 }}
  - to:
      - podSelector:
          matchLabels:
            {{- include "lethe.selectorLabels" (dict "root" . "component" "regulation") | nindent 12 }}
    # By its number: not every network plugin looks names of ports up on the way out.
    ports: [{ protocol: TCP, port: 3001 }]
{{- end -}}

{{- define "lethe.regulation.rules" -}}
ingress:
  # Its port of commands trusts whoever comes: gateways, and nobody else.
  - from:
      - podSelector:
          matchLabels:
            {{- include "lethe.selectorLabels" (dict "root" . "component" "gateway") | nindent 12 }}
    ports: [{ protocol: TCP, port: commands }]
  {{- include "lethe.ingress.monitoring" (dict "root" . "port" "health") | nindent 2 }}
egress:
  {{- include "lethe.egress.dns" . | nindent 2 }}
  {{- include "lethe.egress.database" . | nindent 2 }}
  {{- include "lethe.egress.kafka" . | nindent 2 }}
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
  {{- include "lethe.egress.internet" . | nindent 2 }}
  {{- if and .Values.testRunner.transformerUrl .Values.networkPolicy.transformerTo }}
  {{- $url := urlParse .Values.testRunner.transformerUrl }}
  - to:
      {{- toYaml .Values.networkPolicy.transformerTo | nindent 6 }}
    ports:
      - protocol: TCP
        port: {{ regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (ternary "443" "80" (eq $url.scheme "https")) }}
  {{- end }}
  {{- with .Values.networkPolicy.deliveryTo }}
  - to:
      {{- toYaml . | nindent 6 }}
    ports: [{ protocol: TCP }]
  {{- end }}
{{- end -}}

{{- define "lethe.eventFilter.rules" -}}
{{- with include "lethe.ingress.monitoring" (dict "root" . "port" "health") }}
ingress:
  {{- . | nindent 2 }}
{{- end }}
egress:
  {{- include "lethe.egress.dns" . | nindent 2 }}
  {{- include "lethe.egress.kafka" . | nindent 2 }}
{{- end -}}
