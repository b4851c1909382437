{{/* What the restricted Pod Security Standard asks of a container, and a read-only tree. */}}
{{- define "lethe.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* What it asks of a pod; of . = the ids. */}}
{{- define "lethe.podSecurity" -}}
runAsNonRoot: true
seccompProfile: { type: RuntimeDefault }
{{- with .runAsUser }}
runAsUser: {{ int64 . }}
{{- end }}
{{- with .runAsGroup }}
runAsGroup: {{ int64 . }}
{{- end }}
{{- with .fsGroup }}
fsGroup: {{ int64 . }}
fsGroupChangePolicy: OnRootMismatch
{{- end }}
{{- end -}}

{{/* After a line of a pod: credentials of the registry, where there are any. */}}
{{- define "lethe.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* The head of each pod; of . = { root, account }. */}}
{{- define "lethe.podHead" -}}
serviceAccountName: {{ .account }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- include "lethe.pullSecrets" .root }}
securityContext:
  {{- include "lethe.podSecurity" .root.Values.podSecurity | nindent 2 }}
{{- end -}}

{{/* Volumes; of . = the arguments of lethe.secretSources, and definitions?, further? (YAML). */}}
{{- define "lethe.volumes" -}}
{{- with include "lethe.secretSources" . | trim }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- . | nindent 6 }}
{{- end }}
{{- if and .definitions .root.Values.definitions.existingConfigMap }}
- name: definitions
  configMap:
    name: {{ .root.Values.definitions.existingConfigMap }}
    items: [{ key: {{ .root.Values.definitions.key | quote }}, path: definitions.yaml }]
{{- end }}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- with .further }}
{{ . }}
{{- end }}
{{- end -}}

{{/* Where they are mounted; of . as above, further being further mounts. */}}
{{- define "lethe.mounts" -}}
{{- if include "lethe.secretSources" . | trim }}
- { name: secrets, mountPath: {{ include "lethe.secretFolder" .root }}, readOnly: true }
{{- end }}
{{- if and .definitions .root.Values.definitions.existingConfigMap }}
- { name: definitions, mountPath: /etc/lethe/definitions, readOnly: true }
{{- end }}
- { name: tmp, mountPath: /tmp }
{{- with .further }}
{{ . }}
{{- end }}
{{- end -}}

{{/* Readiness may come and go; liveness fails only when nothing but a restart helps. */}}
{{- define "lethe.probes" -}}
startupProbe:
  httpGet: { path: /livez, port: {{ . }} }
  periodSeconds: 1
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /livez, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /readyz, port: {{ . }} }
  periodSeconds: 3
  timeoutSeconds: 3
  failureThreshold: 2
{{- end -}}

{{/* One replica more during an update, none fewer; spread over nodes and zones; of . = { root, values, labels }. */}}
{{- define "lethe.placement" -}}
{{- $labels := .labels -}}
topologySpreadConstraints:
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- $labels | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
{{- end }}
{{- include "lethe.scheduling" .values }}
{{- end -}}

{{/* After a line of a pod: which nodes it may have; of . = values with these names. */}}
{{- define "lethe.scheduling" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{/* Metadata of a pod; of . = { labels (YAML), values (with podLabels and podAnnotations) }. */}}
{{- define "lethe.podMetadata" -}}
labels:
  {{- .labels | nindent 2 }}
  {{- with .values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .values.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
