// What the dashboard shows. $of stands for the chosen installations; the rest is PromQL.

const max = (metric) => `max by (installation) (${metric}{$of})`;
const rate = (metric, by) => `sum by (installation${by}) (rate(${metric}{$of}[$__rate_interval]))`;
const quantile = (q, metric, by = '', matchers = '') =>
  `histogram_quantile(${q}, sum by (installation, le${by}) (rate(${metric}_bucket{$of${matchers}}[$__rate_interval])))`;
const HTTP = 'http_server_request_duration_seconds';
/** OpenTelemetry's name is everybody's: only those of Lethe. */
const OURS = 'job=~"lethe-.+"';

const FRESH = {
  title: 'Is it fresh?',
  panels: [
    {
      title: 'Oldest unpublished suppression',
      description: 'Age of the oldest change that filters cannot know yet. It should be about 0.',
      unit: 's',
      limit: 60,
      queries: [['{{installation}}', max('lethe_suppressions_unpublished_oldest_age_seconds')]],
    },
    {
      title: 'From the commit to the topic',
      description: 'How long it takes until a change is published, 95 of 100.',
      unit: 's',
      queries: [['{{topic}}', quantile(0.95, 'lethe_relay_delay_seconds', ', topic')]],
    },
    {
      title: 'From the topic to the effect in filters',
      description:
        'How long it takes until a published suppression has an effect in an event filter, 95 of 100.',
      unit: 's',
      queries: [['{{job}}', quantile(0.95, 'lethe_filter_suppression_delay_seconds', ', job')]],
    },
    {
      title: 'Who publishes',
      description: '1 on the instance that leads. None: nothing is published.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_relay_leader{$of}']],
    },
    {
      title: 'Since what waits was counted',
      description:
        'By the instance that leads: what is to be published (outbox), and deletions. Up to 40 where the database is slow; above 120 nobody knows.',
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
      description: 'Changed suppressions, and facts in the outbox. 100,000 means so many or more.',
      unit: 'short',
      queries: [
        ['suppressions', max('lethe_suppressions_unpublished')],
        ['facts', max('lethe_outbox_rows')],
      ],
    },
    {
      title: 'Age of the oldest fact in the outbox',
      description:
        'What readers of the lifecycle topic and deletion workers have not been told yet.',
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
      description: 'comparing: the topics know more than the database, and nothing is published.',
      unit: 'cps',
      queries: [['{{during}}', rate('lethe_relay_failures_total', ', during')]],
    },
    {
      title: 'Since data planes polled the feed',
      description:
        'Time since each data plane last got a page; of those that got none for a day, or never, since they were made.',
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
      description: 'full: there is more to read. beginning: a data plane starts, or was told to.',
      unit: 'cps',
      queries: [
        ['{{scope}} {{kind}} {{start}}', rate('lethe_feed_pages_total', ', scope, kind, start')],
      ],
    },
    {
      title: 'How long filters have not known everything',
      description: 'Whoever was suppressed meanwhile passes. It should be 0.',
      unit: 's',
      limit: 60,
      queries: [['{{instance}}', 'lethe_filter_index_behind_seconds{$of}']],
    },
    {
      title: 'Events that are not filtered yet',
      description: 'Records of the input behind the last commit, by group of filters.',
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
      title: 'Open deletions',
      description: 'Jobs that are not over, by state.',
      unit: 'short',
      queries: [
        [
          '{{state}}',
          'max by (installation, state) (lethe_deletion_jobs{$of, state=~"pending|running|failed"})',
        ],
      ],
    },
    {
      title: 'Overdue, and failed permanently',
      description:
        'Not done past the deadline; failed permanently (aborted) and not retried: nothing tries them again by itself.',
      unit: 'short',
      queries: [
        ['overdue', max('lethe_deletion_jobs_overdue')],
        ['needs attention', max('lethe_deletion_jobs_needing_attention')],
      ],
    },
    {
      title: 'Age of the oldest deletion',
      description: 'By state. pending may wait for the delay of its workspace.',
      unit: 's',
      queries: [
        ['{{state}}', 'max by (installation, state) (lethe_deletion_jobs_oldest_age_seconds{$of})'],
      ],
    },
    {
      title: 'Since destinations that delete answered',
      description:
        'By type: since a call succeeded, and since one failed so that it is tried again.',
      unit: 's',
      queries: [
        [
          '{{destination_type}} {{result}}',
          'time() - max by (installation, destination_type, result) (lethe_deletion_worker_last_call_timestamp_seconds{$of})',
        ],
      ],
    },
    {
      title: 'Deletions that ended',
      description: 'By how they ended.',
      unit: 'cps',
      queries: [['{{state}}', rate('lethe_deletion_jobs_finished_total', ', state')]],
    },
    {
      title: 'Calls to destinations that delete',
      description: 'By type and what came of them. What has not come yet is not shown.',
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
      description: 'Forwarded, dropped, set aside, and forwarded without a user.',
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
      description: 'Suppressed users that each filter knows: all the same, but for moments.',
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
      title: 'Time of requests',
      description: '95 of 100 are faster, by route.',
      unit: 's',
      queries: [
        [
          '{{http_request_method}} {{http_route}}',
          quantile(0.95, HTTP, ', http_request_method, http_route', `, ${OURS}`),
        ],
      ],
    },
    {
      title: 'Time of commands',
      description: 'In the regulation service; 95 of 100 are faster.',
      unit: 's',
      queries: [['{{command}}', quantile(0.95, 'lethe_rpc_server_duration_seconds', ', command')]],
    },
    {
      title: 'Test runs',
      description: 'By what became of them.',
      unit: 'cps',
      queries: [['{{outcome}}', rate('lethe_test_runs_total', ', outcome')]],
    },
    {
      title: 'Time of test runs, and of their stages',
      description: '95 of 100 are faster.',
      unit: 's',
      queries: [
        ['test run', quantile(0.95, 'lethe_test_run_duration_seconds')],
        ['{{stage}}', quantile(0.95, 'lethe_runner_stage_duration_seconds', ', stage')],
      ],
    },
    {
      title: 'What processes depend on',
      description: '1: it answers every instance of the app. 0: at least one gets no answer.',
      unit: 'short',
      queries: [
        [
          '{{job}} {{dependency}}',
          'min by (installation, job, dependency) (lethe_dependency_up{$of})',
        ],
      ],
    },
    {
      title: 'Ready instances, and builds',
      description: 'Instances that take work, by app; how many builds run side by side.',
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
      title: 'Lines of the log',
      description: 'warn: something behind is away. error: a defect; there should be none.',
      unit: 'cps',
      queries: [
        [
          '{{job}} {{level}}',
          'sum by (installation, job, level) (rate(lethe_log_lines_total{$of, level=~"warn|error|fatal"}[$__rate_interval]))',
        ],
      ],
    },
    {
      title: 'Time of a batch of events',
      description: 'From its reading to its commit; 95 of 100 are faster.',
      unit: 's',
      queries: [['{{job}}', quantile(0.95, 'lethe_filter_batch_duration_seconds', ', job')]],
    },
  ],
};

const FULL = {
  title: 'Is it full?',
  panels: [
    {
      title: 'Requests that are worked on',
      description: 'As a share of the most that a gateway works on.',
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
      title: 'Requests that were refused',
      description: 'Before their handler, by reason.',
      unit: 'cps',
      queries: [['{{reason}}', rate('lethe_gateway_refused_requests_total', ', reason')]],
    },
    {
      title: 'Rate limits',
      description: 'What came of them, by policy. refused: the caller got a 429.',
      unit: 'cps',
      queries: [
        ['{{policy}} {{decision}}', rate('lethe_rate_limit_decisions_total', ', policy, decision')],
      ],
    },
    {
      title: 'Data planes that are held back',
      description: 'Requests that wait for the rate of their data plane, or for a place.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_gateway_data_plane_requests_waiting{$of}']],
    },
    {
      title: 'Since gateways agreed on rate limits',
      description: 'Up to 6 where nothing is asked. Above 10 a gateway counts for itself.',
      unit: 's',
      limit: 10,
      queries: [['{{instance}}', 'lethe_rate_limit_sync_age_seconds{$of}']],
    },
    {
      title: 'Credentials',
      description:
        'Looked up, by kind and what came of it. unknown: never was one. revoked, expired: was one.',
      unit: 'cps',
      queries: [
        ['{{kind}} {{result}}', rate('lethe_gateway_credential_lookups_total', ', kind, result')],
      ],
    },
    {
      title: 'Connections of callers',
      description: 'Open ones, by gateway.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_gateway_connections{$of}']],
    },
    {
      title: 'Connections to PostgreSQL in use',
      description: 'As a share of the most that a process opens.',
      unit: 'percentunit',
      queries: [
        [
          '{{instance}}',
          'sum by (installation, instance) (lethe_db_pool_connections{$of, state="busy"}) / sum by (installation, instance) (lethe_db_pool_max_connections{$of})',
        ],
      ],
    },
    {
      title: 'Calls that wait for a connection',
      description: 'It should be 0 nearly always.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_db_pool_waiting{$of}']],
    },
    {
      title: 'Event loop at work',
      description: 'Share of the time. At 1 everything in that process waits.',
      unit: 'percentunit',
      limit: 0.9,
      queries: [['{{instance}}', 'lethe_event_loop_utilization_ratio{$of}']],
    },
    {
      title: 'Memory',
      description: 'Resident, of each process.',
      unit: 'bytes',
      queries: [['{{instance}}', `process_resident_memory_bytes{$of, ${OURS}}`]],
    },
    {
      title: 'Processor time',
      description: 'Cores that each process uses.',
      unit: 'short',
      queries: [
        ['{{instance}}', `rate(process_cpu_seconds_total{$of, ${OURS}}[$__rate_interval])`],
      ],
    },
    {
      title: 'Test runs in hand',
      description: 'As a share of the most that a test runner works on at once.',
      unit: 'percentunit',
      limit: 0.9,
      queries: [['{{instance}}', 'lethe_runner_runs_in_hand{$of} / lethe_runner_runs_limit{$of}']],
    },
    {
      title: 'Threads of user transformations',
      description: 'Busy and idle ones.',
      unit: 'short',
      queries: [['{{state}}', 'sum by (installation, state) (lethe_sandbox_threads{$of})']],
    },
    {
      title: 'Deletion jobs in hand',
      description: 'By worker.',
      unit: 'short',
      queries: [['{{instance}}', 'lethe_deletion_worker_jobs_in_hand{$of}']],
    },
  ],
};

export const ROWS = [FRESH, KEPT, FAST, FULL];
