{{/* Prefix of the names of all objects. */}}
{{- define "lethe.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $own := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- $prefix := default $own .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- if not (regexMatch "^[a-z][a-z0-9-]*$" $prefix) -}}
{{- fail (printf "The release's name %s cannot begin the names of Services, which begin with a letter and have no dots. Set fullnameOverride." .Release.Name) -}}
{{- end -}}
{{- $prefix -}}
{{- end -}}

{{/* Labels that never change. Arguments: { root, component, filter? }. */}}
{{- define "lethe.selectorLabels" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- with .filter }}
lethe/event-filter: {{ . }}
{{- end }}
{{- end -}}

{{- define "lethe.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{ include "lethe.selectorLabels" . }}
{{- end -}}

{{/* An image of Lethe. Arguments: { root, image }. */}}
{{- define "lethe.image" -}}
{{- $name := printf "%s/%s" .root.Values.image.registry .image.repository -}}
{{- if .image.digest -}}
{{- printf "%s@%s" $name .image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (.image.tag | default .root.Values.image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* The DNS name of the regulation service, and the name in its certificate. */}}
{{- define "lethe.regulationHost" -}}
{{ include "lethe.fullname" . }}-regulation.{{ .Release.Namespace }}.svc
{{- end -}}

{{/* host:port, with brackets around an IPv6 address. Arguments: { host, port }. */}}
{{- define "lethe.address" -}}
{{ ternary (printf "[%s]" .host) .host (contains ":" .host) }}:{{ .port }}
{{- end -}}
