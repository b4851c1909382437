{{/* The container of a step of the setup. Arguments: { root, name, arguments, environment (YAML), needs (arguments of lethe.secretSources) }. */}}
{{- define "lethe.setup.container" -}}
- name: {{ .name }}
  image: {{ include "lethe.image" (dict "root" .root "image" .root.Values.setup.image) | quote }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  args: {{ concat .arguments (list "--wait" (.root.Values.setup.waitSeconds | toString)) | toJson }}
  securityContext:
    {{- include "lethe.containerSecurity" . | nindent 4 }}
  env:
    {{- .environment | nindent 4 }}
  resources:
    {{- toYaml .root.Values.setup.resources | nindent 4 }}
  volumeMounts:
    {{- include "lethe.mounts" (merge (dict "root" .root) .needs) | trim | nindent 4 }}
{{- end -}}

{{- define "lethe.setup.migrate" -}}
{{ include "lethe.setup.container" (dict "root" . "name" "migrate" "arguments" (list "migrate") "environment" (include "lethe.environment.database" (dict "root" . "user" "owner")) "needs" (dict "database" "owner")) }}
{{- end -}}

{{- define "lethe.setup.grants" -}}
{{- $arguments := list "grants" "--apply" -}}
{{- range $app, $user := dict "gateway" "gateway" "regulation" "regulation" "test-runner" "testRunner" "deletion-worker" "deletionWorker" -}}
{{- $name := (index $.Values.database.users $user).name -}}
{{- if not $name -}}
{{- fail (printf "database.users.%s.name: must not be empty, because setup.grants is set. Set it, or set setup.grants to false." $user) -}}
{{- end -}}
{{- $arguments = concat $arguments (list "--role" (printf "%s=%s" $app $name)) -}}
{{- end -}}
{{- if .Values.workspaces.existingSecret -}}
{{- $arguments = append $arguments "--workspace-file" -}}
{{- end -}}
{{ include "lethe.setup.container" (dict "root" . "name" "grants" "arguments" $arguments "environment" (include "lethe.environment.database" (dict "root" . "user" "owner")) "needs" (dict "database" "owner")) }}
{{- end -}}

{{- define "lethe.setup.topics" -}}
{{ include "lethe.setup.container" (dict "root" . "name" "topics" "arguments" (list "topics" "ensure") "environment" (include "lethe.environment.kafka" .) "needs" (dict "kafka" true)) }}
{{- end -}}

{{/*
The setup steps of the demo. A hook would run before the demo's PostgreSQL and Kafka exist. So each pod runs the steps, and each
step waits for PostgreSQL or Kafka.
*/}}
{{- define "lethe.demo.initContainers" -}}
{{- if .Values.demo.enabled -}}
{{ include "lethe.setup.migrate" . }}
{{ include "lethe.setup.topics" . }}
{{- end -}}
{{- end -}}
