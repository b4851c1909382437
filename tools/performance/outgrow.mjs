/** How an installation grows beyond one machine. It has no figures: other pages have them. */
export const OUTGROW = `## How to outgrow one machine

Move PostgreSQL and Kafka to machines of their own first: on one machine they use as much CPU as the apps. Then add instances.

| part | grows by | until |
| --- | --- | --- |
| gateway | instances, any number | the connections of PostgreSQL ([how many](kubernetes.md#connections-to-postgresql)). Instances share the [rate limits](limits.md#rates) |
| commands of the regulation service | instances, any number | PostgreSQL, see below |
| relay | not by instances: one leads, the others stand by | one CPU of the leader, and its rate [above](#until-a-change-has-an-effect) |
| imports | instances: each processes a portion of another import | one import uses one instance at a time |
| test runner | instances | the partitions of the topic of test requests ([12](operations.md#scaling-test-runners-and-deletion-workers)) |
| deletion worker | instances, any number | one worker at a time works at a destination |
| event filter | instances, as partitions share the input | the partitions of the input. Other topics get filters of their own ([event filter](event-filter.md#operation)) |
| suppression index | each process has all users | the memory of a process |
| Kafka | brokers | the numbers of partitions of Lethe's topics are [fixed](topics.md#settings) |
| PostgreSQL | a larger machine | one primary: Lethe reads and writes the same server ([why](operations.md#a-failover-while-the-relay-runs)), and divides no table among servers |

When one PostgreSQL or one relay is not enough, run several installations, each with its own database and \`LETHE_TOPIC_PREFIX\`, and divide the workspaces among them. No
workspace uses two installations, and Lethe does not move one from the first to the second.

[Sizes](sizing.md#how-many-instances) has the CPU and the memory of each app, and how to compute the number of instances.`;
