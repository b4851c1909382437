// The rows and panels of the dashboard. $of stands for the chosen installations; the rest is
// PromQL.

const max = (metric) => `max by (installation) (${metric}{$of})`;
const rate = (metric, by) => `sum by (installation${by}) (rate(${metric}{$of}[$__rate_interval]))`;
const quantile = (q, metric, by = '', matchers = '') =>
  `histogram_quantile(${q}, sum by (installation, le${by}) (rate(${metric}_bucket{$of${matchers}}[$__rate_interval])))`;
const HTTP = 'http_server_request_duration_seconds';
/**
 * Selects the series of Lethe, because other programs use the metric names of OpenTelemetry, too.
 */
const OURS = 'job=~"lethe-.+"';

const FRESH = {
  title: 'Is it fresh?',
  panels: [
    {
      title: 'Oldest unpublished suppression',
      description:
        'Age of the oldest change that event filters do not know yet. It should be about 0.',
      unit: 's',
      limit: 60,
      queries: [['{{installation}}', max('lethe_suppressions_unpublished_oldest_age_seconds')]],
    },
    {
      title: 'Delay from the commit to the topic',
      description: 'Time until a change is published, 95th percentile.',
      unit: 's',
      queries: [['{{topic}}', quantile(0.95, 'lethe_relay_delay_seconds', ', topic')]],
    },
    {
      title: 'Delay from the topic to event filters',
      description:
        'Time until a published suppression has an effect in an event filter, 95th percentile.',
      unit: 's',
      queries: [['{{job}}', quantile(0.95, 'lethe_filter_suppression_delay_seconds', ', job')]],
    },
    {
      title: 'Instance that publishes',
      description: '1 for the instance that leads. If no instance has 1, nothing is published.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_relay_leader{$of}']],
    },
    {
      title: 'Time since the backlog was counted',
      description:
        'Reported by the leading instance. outbox: rows that wait to be published. deletions: deletion jobs. Up to 40 s if the database is slow; above 120 s the backlog is not known.',
      unit: 's',
      limit: 120,
      queries: [
        [
          '{{of}}',
          'time() - max by (installation, of) (lethe_backlog_seen_timestamp_seconds{$of})',
        ],
      ],
    },
    {
      title: 'Waiting to be published',
      description: 'Changed suppressions, and facts in the outbox. 100,000 means 100,000 or more.',
      unit: 'short',
      queries: [
        ['suppressions', max('lethe_suppressions_unpublished')],
        ['facts', max('lethe_outbox_rows')],
      ],
    },
    {
      title: 'Age of the oldest fact in the outbox',
      description:
        'Consumers of the lifecycle topic and deletion workers do not know this fact yet.',
      unit: 's',
      limit: 300,
      queries: [['{{installation}}', max('lethe_outbox_oldest_age_seconds')]],
    },
    {
      title: 'Records published',
      description: 'By topic.',
      unit: 'cps',
      queries: [['{{topic}}', rate('lethe_relay_records_total', ', topic')]],
    },
    {
      title: 'Failures of the relay',
      description:
        'By step. comparing: the topics know more than the database, and nothing is published.',
      unit: 'cps',
      queries: [['{{during}}', rate('lethe_relay_failures_total', ', during')]],
    },
    {
      title: 'Time since data planes polled the feed',
      description:
        'Time since each data plane last received a page. "no page": no page for a day, or never; the time since it was created.',
      unit: 's',
      limit: 300,
      queries: [
        [
          '{{data_plane}}',
          'time() - max by (installation, data_plane) (lethe_feed_client_last_poll_timestamp_seconds{$of})',
        ],
        [
          '{{data_plane}}, no page',
          'time() - max by (installation, data_plane) (lethe_feed_client_created_timestamp_seconds{$of}) unless on (installation, data_plane) group by (installation, data_plane) (last_over_time(lethe_feed_client_last_poll_timestamp_seconds{$of}[1d]))',
        ],
      ],
    },
    {
      title: 'Pages of the feed',
      description:
        'full: more pages may follow. beginning: the data plane started, or reads everything again.',
      unit: 'cps',
      queries: [
        ['{{scope}} {{kind}} {{start}}', rate('lethe_feed_pages_total', ', scope, kind, start')],
      ],
    },
    {
      title: 'How long event filters have been behind',
      description: 'Events of users who were suppressed since then pass. It should be 0.',
      unit: 's',
      limit: 60,
      queries: [['{{instance}}', 'lethe_filter_index_behind_seconds{$of}']],
    },
    {
      title: 'Events not filtered yet',
      description: 'Records of the input after the last commit, by group of event filters.',
      unit: 'short',
      queries: [['{{job}}', 'sum by (installation, job) (lethe_filter_lag_records{$of})']],
    },
  ],
};

const KEPT = {
  title: 'Is it kept?',
  panels: [
    {
      title: 'Regulations created and canceled',
      description: 'Acknowledged and stored.',
      unit: 'cps',
      queries: [
        ['{{type}}', rate('lethe_regulations_created_total', ', type')],
        ['canceled', rate('lethe_regulations_canceled_total', '')],
      ],
    },
    {
      title: 'Open deletion jobs',
      description: 'Jobs that are waiting (pending), running, or will be retried (failed).',
      unit: 'short',
      queries: [
        [
          '{{state}}',
          'max by (installation, state) (lethe_deletion_jobs{$of, state=~"pending|running|failed"})',
        ],
      ],
    },
    {
      title: 'Overdue or failed permanently',
      description:
        'overdue: not complete after the deadline. needs attention: failed permanently (aborted), and neither retried nor closed with an exception; no attempt follows by itself.',
      unit: 'short',
      queries: [
        ['overdue', max('lethe_deletion_jobs_overdue')],
        ['needs attention', max('lethe_deletion_jobs_needing_attention')],
      ],
    },
    {
      title: 'Data found again after a deletion',
      description:
        'Verifications that found data of a user who is suppressed, until a later verification has settled it.',
      unit: 'short',
      queries: [['found', max('lethe_deletion_verifications_found')]],
    },
    {
      title: 'Age of the oldest deletion job',
      description: 'By state. A pending job may wait for the deletion delay of its workspace.',
      unit: 's',
      queries: [
        ['{{state}}', 'max by (installation, state) (lethe_deletion_jobs_oldest_age_seconds{$of})'],
      ],
    },
    {
      title: 'Time since deletion calls succeeded or failed',
      description:
        'By destination type: time since a call succeeded, and since a call failed that will be retried.',
      unit: 's',
      queries: [
        [
          '{{destination_type}} {{result}}',
          'time() - max by (installation, destination_type, result) (lethe_deletion_worker_last_call_timestamp_seconds{$of})',
        ],
      ],
    },
    {
      title: 'Finished deletion jobs',
      description: 'By final state.',
      unit: 'cps',
      queries: [['{{state}}', rate('lethe_deletion_jobs_finished_total', ', state')]],
    },
    {
      title: 'Deletion calls to destinations',
      description:
        'By destination type and outcome. Outcomes that have not occurred are not shown.',
      unit: 'cps',
      queries: [
        [
          '{{destination_type}} {{outcome}}',
          `${rate('lethe_deletion_worker_calls_total', ', destination_type, outcome')}
  and on (installation, destination_type, outcome)
sum by (installation, destination_type, outcome) (lethe_deletion_worker_calls_total{$of}) > 0`,
        ],
      ],
    },
    {
      title: 'Events filtered',
      description: 'Forwarded, dropped, written to the dead letters, and forwarded without a user.',
      unit: 'cps',
      queries: [
        ['forwarded', rate('lethe_filter_forwarded_events_total', '')],
        ['dropped', rate('lethe_filter_dropped_events_total', '')],
        ['dead letters', rate('lethe_filter_dead_letters_total', '')],
        ['without a user', rate('lethe_filter_events_without_user_total', '')],
      ],
    },
    {
      title: 'Users in the index',
      description:
        'Suppressed users that each event filter knows. The numbers differ only for moments.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_filter_index_users{$of}']],
    },
  ],
};

const FAST = {
  title: 'Is it fast?',
  panels: [
    {
      title: 'Requests',
      description: 'By status.',
      unit: 'reqps',
      queries: [
        [
          '{{http_response_status_code}}',
          `sum by (installation, http_response_status_code) (rate(${HTTP}_count{$of, ${OURS}}[$__rate_interval]))`,
        ],
      ],
    },
    {
      title: 'Share of requests that fail',
      description: 'Answered with 500 or above.',
      unit: 'percentunit',
      limit: 0.01,
      queries: [
        [
          '{{installation}}',
          `(sum by (installation) (rate(${HTTP}_count{$of, ${OURS}, http_response_status_code=~"5.."}[$__rate_interval])) or 0 * sum by (installation) (rate(${HTTP}_count{$of, ${OURS}}[$__rate_interval]))) / sum by (installation) (rate(${HTTP}_count{$of, ${OURS}}[$__rate_interval]))`,
        ],
      ],
    },
    {
      title: 'Duration of requests',
      description: '95th percentile, by route.',
      unit: 's',
      queries: [
        [
          '{{http_request_method}} {{http_route}}',
          quantile(0.95, HTTP, ', http_request_method, http_route', `, ${OURS}`),
        ],
      ],
    },
    {
      title: 'Duration of commands',
      description: 'In the regulation service, 95th percentile.',
      unit: 's',
      queries: [['{{command}}', quantile(0.95, 'lethe_rpc_server_duration_seconds', ', command')]],
    },
    {
      title: 'Test runs',
      description: 'By outcome.',
      unit: 'cps',
      queries: [['{{outcome}}', rate('lethe_test_runs_total', ', outcome')]],
    },
    {
      title: 'Duration of test runs and their stages',
      description: '95th percentile.',
      unit: 's',
      queries: [
        ['test run', quantile(0.95, 'lethe_test_run_duration_seconds')],
        ['{{stage}}', quantile(0.95, 'lethe_runner_stage_duration_seconds', ', stage')],
      ],
    },
    {
      title: 'Dependencies of processes',
      description:
        '1: the dependency answers every instance of the app. 0: at least one instance gets no answer.',
      unit: 'short',
      queries: [
        [
          '{{job}} {{dependency}}',
          'min by (installation, job, dependency) (lethe_dependency_up{$of})',
        ],
      ],
    },
    {
      title: 'Ready instances and builds',
      description:
        'Instances that take work, by app, and the number of builds that run side by side.',
      unit: 'short',
      queries: [
        ['{{job}}', 'sum by (installation, job) (lethe_ready{$of})'],
        [
          'builds',
          'count by (installation) (count by (installation, version, revision) (lethe_build_info{$of}))',
        ],
      ],
    },
    {
      title: 'Log lines',
      description:
        'warn: a dependency is away. error: a defect, or a case that an operator must decide; there should be none.',
      unit: 'cps',
      queries: [
        [
          '{{job}} {{level}}',
          'sum by (installation, job, level) (rate(lethe_log_lines_total{$of, level=~"warn|error|fatal"}[$__rate_interval]))',
        ],
      ],
    },
    {
      title: 'Duration of a batch of events',
      description: 'From the read to the commit, 95th percentile.',
      unit: 's',
      queries: [['{{job}}', quantile(0.95, 'lethe_filter_batch_duration_seconds', ', job')]],
    },
  ],
};

const FULL = {
  title: 'Is it full?',
  panels: [
    {
      title: 'Requests in flight',
      description: 'As a share of the limit of the gateway.',
      unit: 'percentunit',
      limit: 0.8,
      queries: [
        [
          '{{instance}}',
          'lethe_gateway_requests_in_flight{$of} / lethe_gateway_requests_in_flight_limit{$of}',
        ],
      ],
    },
    {
      title: 'Refused requests',
      description: 'Refused before their handler ran, by reason.',
      unit: 'cps',
      queries: [['{{reason}}', rate('lethe_gateway_refused_requests_total', ', reason')]],
    },
    {
      title: 'Rate limits',
      description: 'Decisions by policy. refused: the caller got a 429.',
      unit: 'cps',
      queries: [
        ['{{policy}} {{decision}}', rate('lethe_rate_limit_decisions_total', ', policy, decision')],
      ],
    },
    {
      title: 'Delayed requests of data planes',
      description: 'Requests that wait for the rate limit of their data plane, or for a slot.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_gateway_data_plane_requests_waiting{$of}']],
    },
    {
      title: 'Time since gateways exchanged rate limits',
      description:
        'Up to 6 s for a gateway without requests. Above 10 s the gateway allows an equal share of each limit.',
      unit: 's',
      limit: 10,
      queries: [['{{instance}}', 'lethe_rate_limit_sync_age_seconds{$of}']],
    },
    {
      title: 'Credential look-ups',
      description:
        'By kind and result. unknown: it never was a credential. revoked, expired: it was one.',
      unit: 'cps',
      queries: [
        ['{{kind}} {{result}}', rate('lethe_gateway_credential_lookups_total', ', kind, result')],
      ],
    },
    {
      title: 'Connections of callers',
      description: 'Open connections, by gateway.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_gateway_connections{$of}']],
    },
    {
      title: 'Connections to PostgreSQL in use',
      description: 'As a share of the maximum of the process.',
      unit: 'percentunit',
      queries: [
        [
          '{{instance}}',
          'sum by (installation, instance) (lethe_db_pool_connections{$of, state="busy"}) / sum by (installation, instance) (lethe_db_pool_max_connections{$of})',
        ],
      ],
    },
    {
      title: 'Calls that wait for a connection to PostgreSQL',
      description: 'It should nearly always be 0.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_db_pool_waiting{$of}']],
    },
    {
      title: 'Event loop utilization',
      description: 'Share of the time. At 100 %, all work of that process waits.',
      unit: 'percentunit',
      limit: 0.9,
      queries: [['{{instance}}', 'lethe_event_loop_utilization_ratio{$of}']],
    },
    {
      title: 'Memory',
      description: 'Resident memory of each process.',
      unit: 'bytes',
      queries: [['{{instance}}', `process_resident_memory_bytes{$of, ${OURS}}`]],
    },
    {
      title: 'CPU usage',
      description: 'Cores that each process uses.',
      unit: 'short',
      queries: [
        ['{{instance}}', `rate(process_cpu_seconds_total{$of, ${OURS}}[$__rate_interval])`],
      ],
    },
    {
      title: 'Test runs in flight',
      description: 'As a share of the limit of the test runner.',
      unit: 'percentunit',
      limit: 0.9,
      queries: [['{{instance}}', 'lethe_runner_runs_in_hand{$of} / lethe_runner_runs_limit{$of}']],
    },
    {
      title: 'Threads of user transformations',
      description: 'Busy and idle threads.',
      unit: 'short',
      queries: [['{{state}}', 'sum by (installation, state) (lethe_sandbox_threads{$of})']],
    },
    {
      title: 'Deletion jobs in flight',
      description: 'By deletion worker.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_deletion_worker_jobs_in_hand{$of}']],
    },
  ],
};

export const ROWS = [FRESH, KEPT, FAST, FULL];
