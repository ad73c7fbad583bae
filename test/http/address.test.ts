import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { AddressBook } from '../../src/http/address.ts';

/** A proxy of the data centre, and what it is trusted by. */
const PROXY = '10.0.0.1';
const TRUSTED = ['10.0.0.0/8', '192.0.2.7', '2001:db8:ffff::/48'];

type Sent = Readonly<Record<string, string>>;

/** What comes through which socket, and whom it is counted by. */
const CASES: readonly (readonly [name: string, socket: string, sent: Sent, key: string])[] = [
  ['no header', '203.0.113.9', {}, '203.0.113.9'],
  ['a forged chain from nobody trusted', '203.0.113.9', { 'x-forwarded-for': '1.1.1.1' }, '203.0.113.9'],
  ['a forged Forwarded from nobody trusted', '203.0.113.9', { forwarded: 'for=1.1.1.1' }, '203.0.113.9'],
  ['a neighbour of the trusted address', '192.0.2.8', { 'x-forwarded-for': '1.1.1.1' }, '192.0.2.8'],
  ['an address just outside the block', '11.0.0.1', { 'x-forwarded-for': '1.1.1.1' }, '11.0.0.1'],
  ['a trusted proxy without a header', PROXY, {}, PROXY],
  ['what a trusted proxy says', PROXY, { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  ['what the single trusted address says', '192.0.2.7', { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  ['a mapped IPv4 socket', '::ffff:10.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  ['two trusted proxies in a row', PROXY, { 'x-forwarded-for': '203.0.113.9, 10.9.9.9' }, '203.0.113.9'],
  ['what the client put before it', PROXY, { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' }, '203.0.113.9'],
  ['trusted names forged before it', PROXY, { 'x-forwarded-for': '10.2.2.2, 203.0.113.9' }, '203.0.113.9'],
  ['a chain of proxies alone', PROXY, { 'x-forwarded-for': '10.3.3.3, 10.2.2.2' }, '10.3.3.3'],
  ['what is no address', PROXY, { 'x-forwarded-for': 'unknown' }, PROXY],
  ['what is no address behind a proxy', PROXY, { 'x-forwarded-for': 'x, 10.2.2.2' }, '10.2.2.2'],
  ['an empty header', PROXY, { 'x-forwarded-for': '' }, PROXY],
  ['an address with a port', PROXY, { 'x-forwarded-for': '203.0.113.9:5000' }, '203.0.113.9'],
  ['Forwarded', PROXY, { forwarded: 'for=203.0.113.9;proto=https;by=10.0.0.1' }, '203.0.113.9'],
  ['Forwarded, quoted with a port', PROXY, { forwarded: 'For="203.0.113.9:80"' }, '203.0.113.9'],
  ['Forwarded of several', PROXY, { forwarded: 'for=1.1.1.1, for=203.0.113.9;proto=http' }, '203.0.113.9'],
  ['Forwarded that hides', PROXY, { forwarded: 'for=_hidden' }, PROXY],
  ['Forwarded in IPv6', PROXY, { forwarded: 'for="[2001:db8:1:2::9]:4711"' }, '2001:db8:1:2::/64'],
  [
    'two headers that agree',
    PROXY,
    { forwarded: 'for=203.0.113.9', 'x-forwarded-for': '203.0.113.9' },
    '203.0.113.9',
  ],
  ['two headers that disagree', PROXY, { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '203.0.113.9' }, PROXY],
  ['a whole IPv6 network', '2001:db8:1:2:3:4:5:6', {}, '2001:db8:1:2::/64'],
  ['another of the same network', '2001:db8:1:2::1', {}, '2001:db8:1:2::/64'],
  ['a neighbouring network', '2001:db8:1:3::1', {}, '2001:db8:1:3::/64'],
  ['an address with a zone', 'fe80::1%eth0', {}, 'fe80:0:0:0::/64'],
  ['the loopback', '::1', {}, '0:0:0:0::/64'],
  ['IPv4 at the end of IPv6', '64:ff9b::203.0.113.9', {}, '64:ff9b:0:0::/64'],
  ['a trusted IPv6 proxy', '2001:db8:ffff:1::1', { 'x-forwarded-for': '2001:db8:9::1' }, '2001:db8:9:0::/64'],
];

test.each(CASES)('%s is counted by whom it came from', (_, socket, sent, key) => {
  expect(new AddressBook(TRUSTED).keyOf(socket, new Headers(sent))).toBe(key);
});

test('without trusted proxies no header is ever read', () => {
  const headers = new Headers({ 'x-forwarded-for': '1.1.1.1', forwarded: 'for=1.1.1.1' });
  for (const socket of ['203.0.113.9', PROXY, '127.0.0.1'])
    expect(new AddressBook([]).keyOf(socket, headers)).toBe(socket);
});

test('no more than a few hops are believed, however long the chain', () => {
  const chain = ['203.0.113.9', ...Array.from({ length: 5_000 }, () => '10.1.1.1')].join(', ');
  const key = new AddressBook(TRUSTED).keyOf(PROXY, new Headers({ 'x-forwarded-for': chain }));
  expect(key).toBe('10.1.1.1');
});

describe('a CIDR block holds exactly the addresses that share its bits', () => {
  test('of IPv4', () => {
    const address = fc.nat(0xffff_ffff);
    const dotted = (number: number) =>
      [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
    fc.assert(
      fc.property(address, fc.integer({ min: 1, max: 32 }), fc.nat(31), (number, bits, flipped) => {
        const other = (number ^ (1 << flipped)) >>> 0;
        const book = new AddressBook([`${dotted(number)}/${bits}`]);
        const key = book.keyOf(dotted(other), new Headers({ 'x-forwarded-for': '203.0.113.9' }));
        // The flipped bit counts from the right, the block's bits from the left.
        expect(key).toBe(flipped < 32 - bits ? '203.0.113.9' : dotted(other));
      }),
    );
  });

  test('and of everything at once', () => {
    const headers = new Headers({ 'x-forwarded-for': '203.0.113.9' });
    expect(new AddressBook(['0.0.0.0/0']).keyOf('198.51.100.1', headers)).toBe('203.0.113.9');
    expect(new AddressBook(['::/0']).keyOf('198.51.100.1', headers)).toBe('198.51.100.1');
  });
});

test.each(['proxy.example', '', '10.0.0', '1.2.3.4.5'])('%p is no address to trust', (text) => {
  expect(() => new AddressBook([text])).toThrow('TRUSTED_PROXIES');
});
