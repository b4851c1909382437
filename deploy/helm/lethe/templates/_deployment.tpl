{{/*
The Deployment of an app. Arguments: { root, values (of the app), component, name (of the object), image, environment (YAML),
containerPorts (YAML), health (name of the port of the probes), needs (arguments of lethe.secretSources),
volumes?, mounts?, environmentFrom? (YAML), initContainers? (YAML), filter?, replicas? }.
*/}}
{{- define "lethe.deployment" -}}
{{- $selector := include "lethe.selectorLabels" . -}}
{{- $needs := merge (dict "root" .root "tracing" true) .needs -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "lethe.labels" . | nindent 4 }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ .replicas | default .values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  minReadySeconds: {{ .values.minReadySeconds | default 5 }}
  progressDeadlineSeconds: 600
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- $selector | nindent 6 }}
  template:
    metadata:
      {{- include "lethe.podMetadata" (dict "labels" (include "lethe.labels" .) "values" .values) | nindent 6 }}
    spec:
      {{- include "lethe.podHead" (dict "root" .root "account" (printf "%s-%s" (include "lethe.fullname" .root) .component)) | nindent 6 }}
      terminationGracePeriodSeconds: {{ add .values.preStopSeconds .values.shutdownSeconds }}
      {{- with .initContainers }}
      initContainers:
        {{- . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .component }}
          image: {{ include "lethe.image" (dict "root" .root "image" .values.image) | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          securityContext:
            {{- include "lethe.containerSecurity" . | nindent 12 }}
          {{- with .environmentFrom }}
          envFrom:
            {{- . | nindent 12 }}
          {{- end }}
          env:
            {{- include "lethe.environmentOfApp" . | nindent 12 }}
            {{- with include "lethe.extraEnvironment" . | trim }}
            {{- . | nindent 12 }}
            {{- end }}
          ports:
            {{- .containerPorts | nindent 12 }}
          {{- include "lethe.probes" .health | nindent 10 }}
          {{- if .values.preStopSeconds }}
          lifecycle:
            preStop:
              sleep: { seconds: {{ .values.preStopSeconds }} }
          {{- end }}
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            {{- include "lethe.mounts" (merge (dict "further" .mounts) $needs) | trim | nindent 12 }}
      volumes:
        {{- include "lethe.volumes" (merge (dict "further" .volumes) $needs) | trim | nindent 8 }}
      {{- include "lethe.placement" (dict "values" .values "labels" $selector) | nindent 6 }}
{{- end -}}

{{/* The environment variables that the chart sets. Same arguments as lethe.deployment. */}}
{{- define "lethe.environmentOfApp" -}}
- { name: LOG_LEVEL, value: {{ .root.Values.logLevel }} }
{{- with include "lethe.environment.tracing" .root }}
{{ . }}
{{- end }}
{{ .environment }}
{{- end -}}

{{/* The environment variables of extraEnv. Refuses a name that is set twice: the pod would get only one of the values. */}}
{{- define "lethe.extraEnvironment" -}}
{{- $path := printf "%s.extraEnv" (.component | camelcase | untitle) -}}
{{- $names := list -}}
{{- range include "lethe.environmentOfApp" . | fromYamlArray }}{{ $names = append $names .name }}{{ end -}}
{{- range .values.extraEnv }}
{{- if has .name $names }}
{{- fail (printf "%s: %s is set already, by another value of the chart or twice in this list. Set that other value, or remove one of the two." $path .name) }}
{{- end }}
{{- $names = append $names .name }}
- {{ toYaml . | nindent 2 | trim }}
{{- end }}
{{- end -}}

{{/* The PodDisruptionBudget and the HorizontalPodAutoscaler of an app. Same arguments as lethe.deployment. */}}
{{- define "lethe.availability" -}}
{{- if .values.podDisruptionBudget.enabled }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "lethe.labels" . | nindent 4 }}
spec:
  maxUnavailable: {{ .values.podDisruptionBudget.maxUnavailable }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "lethe.selectorLabels" . | nindent 6 }}
{{- end }}
{{- if .values.autoscaling.enabled }}
{{- with .values.autoscaling }}
{{- if gt (int .minReplicas) (int .maxReplicas) }}
{{- $path := printf "%s.autoscaling" ($.component | camelcase | untitle) }}
{{- fail (printf "%s.minReplicas (%d) is more than %s.maxReplicas (%d). Lower minReplicas or raise maxReplicas." $path (int .minReplicas) $path (int .maxReplicas)) }}
{{- end }}
{{- end }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "lethe.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .name }} }
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .values.autoscaling.targetCPUUtilizationPercentage }}
  behavior:
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}
{{- end -}}
