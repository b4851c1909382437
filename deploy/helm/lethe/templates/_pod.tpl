{{/* Security context of a container: the restricted Pod Security Standard, and a read-only file system. */}}
{{- define "lethe.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Security context of a pod for the same standard. Arguments: { runAsUser, runAsGroup, fsGroup }. */}}
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

{{/* Credentials of the registry, if any. The output begins with a new line. */}}
{{- define "lethe.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* The first fields of each pod's spec. Arguments: { root, account }. */}}
{{- define "lethe.podHead" -}}
serviceAccountName: {{ .account }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- include "lethe.pullSecrets" .root }}
securityContext:
  {{- include "lethe.podSecurity" .root.Values.podSecurity | nindent 2 }}
{{- end -}}

{{/* Volumes. Arguments: those of lethe.secretSources, and definitions?, further? (YAML). */}}
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

{{/* The mounts of the volumes of lethe.volumes. Same arguments, but further contains mounts. */}}
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

{{/* Readiness can change at any time. Liveness fails only if the process needs a restart. */}}
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

{{/* Spread over nodes and zones, and the choice of nodes. Arguments: { root, values, labels }. */}}
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

{{/* The nodes on which a pod is allowed to run. The output begins with a new line. Argument: an object with these four names. */}}
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

{{/* Metadata of a pod. Arguments: { labels (YAML), values (with podLabels and podAnnotations) }. */}}
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
