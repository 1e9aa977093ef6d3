// Addresses of this machine and its network, in every notation.

/** Addresses that are not public, by kind. */
export const INTERNAL_ADDRESSES: readonly (readonly [kind: string, ...addresses: string[]])[] = [
  ['this machine', '127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '0.1.2.3', '::'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  ['link-local and metadata', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1', 'fec0::1'],
  ['metadata by IPv6', 'fd00:ec2::254', 'fd20:ce::254'],
  ['carrier-grade NAT', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1'],
  ['reserved', '240.0.0.1', '255.255.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1'],
  ['reserved too', '203.0.113.1', '192.88.99.1', '2001:db8::1', '3fff::1', '5f00::1', '100::1'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:0:10.0.0.1', '::127.0.0.1'],
  ['6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001::1'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
  ['ISATAP', '2a00:1450::5efe:7f00:1', '2a00:1450::200:5efe:a00:1'],
];

/** The same addresses as users type them, and host names of this machine. */
export const INTERNAL_URLS: readonly string[] = [
  'https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.0.0.1/', 'https://0177.0.0.1/',
  'https://0x7f000001/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[64:ff9b::7f00:1]/',
  'https://１２７.０.０.１/', 'https://127。0。0。1/', 'https://①②⑦.⓪.⓪.①/', 'https://127.0.0.1./',
  'https://localhost/', 'https://localhost./', 'https://LOCALHOST/', 'https://a.localhost/',
  'https://169.254.169.254/latest/meta-data', 'https://0xa9fea9fe/', 'https://2852039166/',
  'https://10.0.0.1:8443/', 'https://0/', 'https://%31%32%37.0.0.1/',
]; // biome-ignore format: a list

/** Addresses that are refused before they are resolved, with a part of the message. */
export const REFUSED_URLS: readonly (readonly [address: string, words: RegExp])[] = [
  ['http://receiver.example/', /https/],
  ['ftp://receiver.example/', /https/],
  ['file:///etc/passwd', /https/],
  ['receiver.example', /https/],
  ['javascript:alert(1)', /https/],
  ['https://', /https/],
  ['https://ana:senha@receiver.example/', /usuário/],
  ['https://ana@receiver.example/', /usuário/],
  ['https://receiver.example@127.0.0.1/', /usuário/],
  ['https://receiver.example:8080/', /443/],
  ['https://receiver.example:22/', /443/],
];

/** Results of a name resolution of which at least one address is internal. */
export const INTERNAL_RESOLUTIONS: readonly (readonly string[])[] = [
  ['127.0.0.1'],
  ['8.8.8.8', '10.0.0.1'],
  ['::ffff:8.8.8.8'],
  ['2a00:1450:4001::1', '::1'],
  ['169.254.169.254'],
];
