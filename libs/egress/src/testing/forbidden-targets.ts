import { fakeLookup } from './fake-lookup.js';

export * from './fake-lookup.js';

export interface ForbiddenTarget {
  readonly name: string;
  readonly url: string;
  /** The complete error text. It is the same for a delivery, `fetch` and `fetchV2`. */
  readonly message: string;
}

const LOOPBACK = 'a loopback address';
const PRIVATE = 'a private address';
const LINK_LOCAL = 'a link-local address';
const MULTICAST = 'a multicast address';
const UNSPECIFIED = 'an unspecified address';
const RESERVED = 'a reserved address';
const TUNNEL = 'a tunnel address';
const CGNAT = 'a carrier-grade NAT address';
const METADATA = 'a cloud metadata address';

/** Name of the case, host in the URL, host in the error text, kind of the address. */
type LiteralCase = readonly [string, string, string, string];
/** Name of the case, host name, addresses of the name, kind of the first address. */
type NameCase = readonly [string, string, readonly string[], string];

const LITERALS: readonly LiteralCase[] = [
  ['loopback', '127.0.0.1', '127.0.0.1', LOOPBACK],
  ['loopback with a port', '127.0.0.1:22', '127.0.0.1', LOOPBACK],
  ['the end of the loopback range', '127.255.255.254', '127.255.255.254', LOOPBACK],
  ['loopback, decimal', '2130706433', '127.0.0.1', LOOPBACK],
  ['loopback, octal', '0177.0.0.01', '127.0.0.1', LOOPBACK],
  ['loopback, octal in one number', '017700000001', '127.0.0.1', LOOPBACK],
  ['loopback, hex', '0x7f.0x0.0x0.0x1', '127.0.0.1', LOOPBACK],
  ['loopback, hex in one number', '0x7f000001', '127.0.0.1', LOOPBACK],
  ['loopback, two parts', '127.1', '127.0.0.1', LOOPBACK],
  ['loopback, three parts', '127.0.1', '127.0.0.1', LOOPBACK],
  ['loopback, dot at the end', '127.0.0.1.', '127.0.0.1', LOOPBACK],
  ['loopback, percent-encoded', '%31%32%37.0.0.1', '127.0.0.1', LOOPBACK],
  ['loopback, full-width digits', '１２７.０.０.１', '127.0.0.1', LOOPBACK],
  ['loopback, ideographic full stops', '127。0。0。1', '127.0.0.1', LOOPBACK],
  ['this host', '0.0.0.0', '0.0.0.0', UNSPECIFIED],
  ['this host, one digit', '0', '0.0.0.0', UNSPECIFIED],
  ['this network', '0.1.2.3', '0.1.2.3', UNSPECIFIED],
  ['private 10/8', '10.0.0.1', '10.0.0.1', PRIVATE],
  ['private 10/8, hex', '0xa.1', '10.0.0.1', PRIVATE],
  ['private 172.16/12', '172.31.255.254', '172.31.255.254', PRIVATE],
  ['private 192.168/16', '192.168.1.1', '192.168.1.1', PRIVATE],
  ['link-local, cloud metadata', '169.254.169.254', '169.254.169.254', LINK_LOCAL],
  ['cloud metadata, decimal', '2852039166', '169.254.169.254', LINK_LOCAL],
  ['cloud metadata of Azure', '168.63.129.16', '168.63.129.16', METADATA],
  ['cloud metadata in carrier-grade NAT', '100.100.100.200', '100.100.100.200', CGNAT],
  ['carrier-grade NAT', '100.64.0.1', '100.64.0.1', CGNAT],
  ['protocol assignments', '192.0.0.192', '192.0.0.192', RESERVED],
  ['documentation 192.0.2/24', '192.0.2.1', '192.0.2.1', RESERVED],
  ['documentation 198.51.100/24', '198.51.100.1', '198.51.100.1', RESERVED],
  ['documentation 203.0.113/24', '203.0.113.1', '203.0.113.1', RESERVED],
  ['benchmark', '198.19.255.254', '198.19.255.254', RESERVED],
  ['multicast', '224.0.0.1', '224.0.0.1', MULTICAST],
  ['reserved 240/4', '240.0.0.1', '240.0.0.1', RESERVED],
  ['broadcast', '255.255.255.255', '255.255.255.255', 'a broadcast address'],
  ['IPv6 loopback', '[::1]', '::1', LOOPBACK],
  ['IPv6 loopback, in full', '[0:0:0:0:0:0:0:1]', '::1', LOOPBACK],
  ['IPv6 unspecified', '[::]', '::', UNSPECIFIED],
  ['IPv6 link-local', '[fe80::1]', 'fe80::1', LINK_LOCAL],
  ['IPv6 unique local', '[fd12:3456:789a::1]', 'fd12:3456:789a::1', PRIVATE],
  ['IPv6 cloud metadata', '[fd00:ec2::254]', 'fd00:ec2::254', PRIVATE],
  ['IPv6 site-local', '[fec0::1]', 'fec0::1', PRIVATE],
  ['IPv6 multicast', '[ff02::1]', 'ff02::1', MULTICAST],
  ['IPv6 documentation', '[2001:db8::1]', '2001:db8::1', RESERVED],
  ['IPv6 benchmark', '[2001:2::1]', '2001:2::1', RESERVED],
  ['IPv6 discard', '[100::1]', '100::1', RESERVED],
  ['IPv6 without an owner', '[4000::1]', '4000::1', RESERVED],
  ['mapped loopback', '[::ffff:127.0.0.1]', '::ffff:7f00:1', LOOPBACK],
  ['mapped loopback, hex', '[::ffff:7f00:1]', '::ffff:7f00:1', LOOPBACK],
  ['mapped cloud metadata', '[::ffff:169.254.169.254]', '::ffff:a9fe:a9fe', LINK_LOCAL],
  ['compatible loopback', '[::127.0.0.1]', '::7f00:1', RESERVED],
  ['translated loopback', '[::ffff:0:127.0.0.1]', '::ffff:0:7f00:1', RESERVED],
  ['NAT64 of a private address', '[64:ff9b::10.0.0.1]', '64:ff9b::a00:1', PRIVATE],
  ['NAT64 of cloud metadata', '[64:ff9b::169.254.169.254]', '64:ff9b::a9fe:a9fe', LINK_LOCAL],
  ['local NAT64', '[64:ff9b:1::a00:1]', '64:ff9b:1::a00:1', RESERVED],
  ['6to4 of a private address', '[2002:a00:1::1]', '2002:a00:1::1', TUNNEL],
  ['Teredo', '[2001:0:a00:1::1]', '2001:0:a00:1::1', TUNNEL],
];

const NAMES: readonly NameCase[] = [
  ['a name of this host', 'localhost', ['::1', '127.0.0.1'], LOOPBACK],
  ['a name of this host with a dot', 'localhost.', ['127.0.0.1'], LOOPBACK],
  ['a private name', 'intranet.example', ['10.1.2.3'], PRIVATE],
  ['a public-looking name of loopback', 'loopback.example', ['127.0.0.1'], LOOPBACK],
  ['a name of cloud metadata', 'metadata.example', ['169.254.169.254'], LINK_LOCAL],
  ['a name with several private addresses', 'several.example', ['10.0.0.1', 'fd00::1'], PRIVATE],
  ['a name with a mapped address', 'mapped.example', ['::ffff:192.168.0.1'], PRIVATE],
  ['a name with a zone id', 'zone.example', ['fe80::1%eth0'], LINK_LOCAL],
  ['a name in another script', 'bücher.example', ['172.16.0.1'], PRIVATE],
];

/** URLs that are refused before an address is checked: name, URL, refused part, reason. */
const URLS: readonly LiteralCase[] = [
  ['a file', 'file:///etc/passwd', 'file: URLs', 'only http and https are'],
  ['FTP', 'ftp://192.0.2.1/x', 'ftp: URLs', 'only http and https are'],
  ['Gopher', 'gopher://127.0.0.1:6379/_x', 'gopher: URLs', 'only http and https are'],
  ['a data URL', 'data:text/plain,x', 'data: URLs', 'only http and https are'],
  ['a WebSocket', 'ws://127.0.0.1/', 'ws: URLs', 'only http and https are'],
  ['script', 'javascript:alert(1)', 'javascript: URLs', 'only http and https are'],
  ['no scheme', '//127.0.0.1/', 'this URL', 'it is not a valid absolute URL'],
  ['nothing', '', 'this URL', 'it is not a valid absolute URL'],
  ['a zone id', 'http://[fe80::1%25eth0]/', 'this URL', 'it is not a valid absolute URL'],
  [
    'credentials',
    'http://user:secret@127.0.0.1/',
    '127.0.0.1',
    'the URL holds credentials; send an Authorization header instead',
  ],
  [
    'a host that looks like a user',
    'http://public.example@127.0.0.1/',
    '127.0.0.1',
    'the URL holds credentials; send an Authorization header instead',
  ],
];

/** URLs that must be refused. They need `forbiddenNames` as the resolver. */
export const FORBIDDEN_TARGETS: readonly ForbiddenTarget[] = [
  ...LITERALS.map(([name, host, seen, kind]) => ({
    name,
    url: `http://${host}/`,
    message: `Requests to ${seen} are not allowed: it is ${kind}`,
  })),
  ...NAMES.map(([name, host, , kind]) => ({
    name,
    url: `https://${host}/`,
    message: `Requests to ${new URL(`https://${host}`).hostname} are not allowed: it resolves to ${kind}`,
  })),
  ...URLS.map(([name, url, what, why]) => ({
    name,
    url,
    message: `Requests to ${what} are not allowed: ${why}`,
  })),
];

/** Resolver that knows only the names of `FORBIDDEN_TARGETS`. */
export const forbiddenNames = fakeLookup(
  Object.fromEntries(
    NAMES.map(([, host, addresses]) => [new URL(`https://${host}`).hostname, addresses]),
  ),
);
