{{/* Rules that several components share. */}}

{{- define "lethe.egress.dns" -}}
- to:
    {{- toYaml .Values.networkPolicy.dnsTo | nindent 4 }}
  ports:
    {{- range .Values.networkPolicy.dnsPorts }}
    - { protocol: UDP, port: {{ . }} }
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end -}}

{{- define "lethe.egress.database" -}}
{{- if .Values.demo.enabled -}}
- to:
    - podSelector:
        matchLabels:
          {{- include "lethe.selectorLabels" (dict "root" . "component" "postgres") | nindent 10 }}
  ports: [{ protocol: TCP, port: 5432 }]
{{- else -}}
- to:
    {{- toYaml .Values.networkPolicy.databaseTo | nindent 4 }}
  ports:
    - { protocol: TCP, port: {{ .Values.database.port }} }
    {{- if and .Values.database.session.host (ne (int .Values.database.session.port) (int .Values.database.port)) }}
    - { protocol: TCP, port: {{ .Values.database.session.port }} }
    {{- end }}
{{- end -}}
{{- end -}}

{{- define "lethe.egress.kafka" -}}
{{- if .Values.demo.enabled -}}
- to:
    - podSelector:
        matchLabels:
          {{- include "lethe.selectorLabels" (dict "root" . "component" "kafka") | nindent 10 }}
  ports: [{ protocol: TCP, port: 9092 }]
{{- else -}}
{{- $ports := .Values.networkPolicy.kafkaPorts -}}
{{- range .Values.kafka.brokers }}{{ $ports = append $ports (regexFind "[0-9]+$" . | int) }}{{ end -}}
{{- $texts := list -}}
{{- range $ports }}{{ $texts = append $texts (int . | toString) }}{{ end -}}
- to:
    {{- toYaml .Values.networkPolicy.kafkaTo | nindent 4 }}
  ports:
    {{- range $texts | uniq | sortAlpha }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end -}}
{{- end -}}

{{/* The internet, without private, local, shared and reserved ranges, the cloud's metadata addresses, and internetExcept. */}}
{{- define "lethe.egress.internet" -}}
{{- $except4 := list -}}
{{- $except6 := list -}}
{{- range .Values.networkPolicy.internetExcept -}}
{{- if contains ":" . }}{{ $except6 = append $except6 . }}{{ else }}{{ $except4 = append $except4 . }}{{ end -}}
{{- end -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except:
          - 0.0.0.0/8
          - 10.0.0.0/8
          - 100.64.0.0/10
          - 127.0.0.0/8
          - 168.63.129.16/32 # Azure's metadata, although it is a public address
          - 169.254.0.0/16
          - 172.16.0.0/12
          - 192.0.0.0/24
          - 192.168.0.0/16
          - 198.18.0.0/15
          - 224.0.0.0/4
          - 240.0.0.0/4
          {{- range $except4 }}
          - {{ . }}
          {{- end }}
    - ipBlock:
        # All global unicast addresses. fc00::/7 (with fd00:ec2::254), fe80::/10, ::1 and IPv4-mapped addresses
        # are not in this range.
        cidr: 2000::/3
        except:
          - 2001:db8::/32
          - 2002::/16
          {{- range $except6 }}
          - {{ . | quote }}
          {{- end }}
  ports: [{ protocol: TCP }]
{{- end -}}

{{- define "lethe.egress.regulation" -}}
- to:
    - podSelector:
        matchLabels:
          {{- include "lethe.selectorLabels" (dict "root" . "component" "regulation") | nindent 10 }}
  # A number, because some network plugins do not resolve port names in egress rules.
  ports: [{ protocol: TCP, port: 3001 }]
{{- end -}}

{{/* The operator's transformer, on its port. Arguments: { root, url }. */}}
{{- define "lethe.egress.transformer" -}}
{{- if and .url .root.Values.networkPolicy.transformerTo -}}
{{- $url := urlParse .url -}}
- to:
    {{- toYaml .root.Values.networkPolicy.transformerTo | nindent 4 }}
  ports:
    - protocol: TCP
      port: {{ regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (ternary "443" "80" (eq $url.scheme "https")) }}
{{- end -}}
{{- end -}}

{{/* The collector of spans, on its port. */}}
{{- define "lethe.egress.tracing" -}}
{{- with .Values.tracing.endpoint -}}
{{- if not $.Values.networkPolicy.tracingTo -}}
{{- fail "networkPolicy.tracingTo: must not be empty, because tracing.endpoint is set. Name the peers where the collector is." -}}
{{- end -}}
{{- $url := urlParse . -}}
- to:
    {{- toYaml $.Values.networkPolicy.tracingTo | nindent 4 }}
  ports:
    - protocol: TCP
      port: {{ regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (ternary "443" "80" (eq $url.scheme "https")) }}
{{- end -}}
{{- end -}}

{{/* The identity provider, on its port. */}}
{{- define "lethe.egress.oidc" -}}
{{- with .Values.console.oidc.issuer -}}
{{- if not $.Values.networkPolicy.oidcTo -}}
{{- fail "networkPolicy.oidcTo: must not be empty, because console.oidc.issuer is set. Name the peers where the identity provider is." -}}
{{- end -}}
{{- $url := urlParse . -}}
- to:
    {{- toYaml $.Values.networkPolicy.oidcTo | nindent 4 }}
  ports:
    - protocol: TCP
      port: {{ regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default "443" }}
{{- end -}}
{{- end -}}

{{/* Internal peers that deliveries and deletions are allowed to reach. */}}
{{- define "lethe.egress.delivery" -}}
{{- with .Values.networkPolicy.deliveryTo -}}
- to:
    {{- toYaml . | nindent 4 }}
  ports: [{ protocol: TCP }]
{{- end -}}
{{- end -}}

{{/* Peers that are allowed to reach health and metrics. Arguments: { root, port }. */}}
{{- define "lethe.ingress.monitoring" -}}
{{- with .root.Values.networkPolicy.monitoringFrom -}}
- from:
    {{- toYaml . | nindent 4 }}
  ports: [{ protocol: TCP, port: {{ $.port }} }]
{{- end -}}
{{- end -}}
