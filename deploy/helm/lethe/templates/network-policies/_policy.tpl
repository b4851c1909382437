{{/* The policy for the pods of a component. Arguments: { root, component, rules (YAML) }. */}}
{{- define "lethe.networkPolicy" -}}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "lethe.fullname" .root }}-{{ .component }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "lethe.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "lethe.selectorLabels" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- .rules | nindent 2 }}
{{- end -}}
