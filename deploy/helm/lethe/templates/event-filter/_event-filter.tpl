{{- define "lethe.eventFilter.environment" -}}
- { name: HOST, value: {{ .root.Values.listenAddress | quote }} }
- { name: PORT, value: '3005' }
{{ include "lethe.environment.kafka" .root }}
- { name: LETHE_CREATE_TOPICS, value: {{ .root.Values.setup.topics | quote }} }
- { name: LETHE_EVENTS_IN, value: {{ .filter.in | quote }} }
- { name: LETHE_EVENTS_OUT, value: {{ .filter.out | quote }} }
- { name: LETHE_EVENTS_GROUP, value: {{ .filter.group | default (printf "%sevent-filter.%s" .root.Values.topicPrefix .name) | quote }} }
{{- with .filter.user }}
- { name: LETHE_EVENT_USER, value: {{ . | quote }} }
{{- end }}
{{- with .filter.workspace }}
- { name: LETHE_EVENT_WORKSPACE, value: {{ . | quote }} }
{{- end }}
{{- with .filter.source }}
- { name: LETHE_EVENT_SOURCE, value: {{ . | quote }} }
{{- end }}
{{- with .filter.compression }}
- { name: LETHE_EVENTS_COMPRESSION, value: {{ . }} }
{{- end }}
# Huge pages for the index, if the node allows them: docs/suppression-index.md.
- { name: GLIBC_TUNABLES, value: 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432' }
- { name: LETHE_MAX_BATCH_SIZE, value: {{ .root.Values.eventFilter.maxBatchSize | int64 | quote }} }
- { name: LETHE_RELAY_RECORD, value: {{ .root.Values.eventFilter.relayRecord }} }
- { name: LETHE_SNAPSHOT_FILE, value: /data/suppressions.snapshot }
- { name: LETHE_SNAPSHOT_INTERVAL, value: {{ .root.Values.eventFilter.snapshotInterval | int64 | quote }} }
{{- end -}}
