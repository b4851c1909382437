{{/* Peers that several components have: what may be reached, and who may come. */}}

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

{{/* The internet: no private, local, shared or reserved range, no address of metadata, nothing that the values except. */}}
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
          - 168.63.129.16/32 # Azure's metadata, in the middle of public addresses
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
        # Global unicast: leaves out fc00::/7 with fd00:ec2::254, fe80::/10, ::1 and IPv4 in IPv6.
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
  # By its number: not every network plugin looks names of ports up on the way out.
  ports: [{ protocol: TCP, port: 3001 }]
{{- end -}}

{{/* The operator's transformer, on its port; of . = { root, url }. */}}
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
{{- fail "networkPolicy.tracingTo: say where the collector of tracing.endpoint is." -}}
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
{{- fail "networkPolicy.oidcTo: say where the identity provider of console.oidc.issuer is." -}}
{{- end -}}
{{- $url := urlParse . -}}
- to:
    {{- toYaml $.Values.networkPolicy.oidcTo | nindent 4 }}
  ports:
    - protocol: TCP
      port: {{ regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default "443" }}
{{- end -}}
{{- end -}}

{{/* What the operator lets deliveries and deletions reach inside. */}}
{{- define "lethe.egress.delivery" -}}
{{- with .Values.networkPolicy.deliveryTo -}}
- to:
    {{- toYaml . | nindent 4 }}
  ports: [{ protocol: TCP }]
{{- end -}}
{{- end -}}

{{/* Who may come to health and metrics; of . = { root, port }. */}}
{{- define "lethe.ingress.monitoring" -}}
{{- with .root.Values.networkPolicy.monitoringFrom -}}
- from:
    {{- toYaml . | nindent 4 }}
  ports: [{ protocol: TCP, port: {{ $.port }} }]
{{- end -}}
{{- end -}}
