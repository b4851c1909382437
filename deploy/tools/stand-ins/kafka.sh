#!/bin/sh
# Starts Kafka as the official image does: the variable KAFKA_NODE_ID becomes the property node.id.
set -eu
properties=/tmp/server.properties
env | awk '/^KAFKA_/ && !/^KAFKA_HEAP_OPTS=/ {
  end = index($0, "=")
  name = substr($0, 7, end - 7)
  gsub("_", ".", name)
  print tolower(name) substr($0, end)
}' > $properties
# The official image has the same id of the cluster by default.
java -cp '/opt/kafka/*' kafka.tools.StorageTool format --ignore-formatted --cluster-id 5L6g3nShT-eMCtK--X86sw --config $properties
# The variable has several options.
# shellcheck disable=SC2086
exec java $KAFKA_HEAP_OPTS -cp '/opt/kafka/*' kafka.Kafka $properties
