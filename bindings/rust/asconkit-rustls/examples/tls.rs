//! A server that sends back all that it receives, and its client. Both accept only the cipher suites with Ascon, or
//! only the suite that SUITE names.
//!
//! `cargo run --example tls -- server CERTIFICATE KEY [SUITE]`: prints its port on 127.0.0.1, and a line for each client.
//! `cargo run --example tls -- client PORT CERTIFICATE [SUITE]`: sends standard input twice, over a new connection and
//! over a resumed one, with new keys in the middle, and prints what comes back.
//! SPDX-License-Identifier: Apache-2.0 OR MIT

use rustls::crypto::{CryptoProvider, Identity};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
use rustls::{ClientConfig, Connection, RootCertStore, ServerConfig, ServerSide, SideData, Tcp, VecInput};
use std::error::Error;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::{env, mem, time};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The most bytes that are on their way at once.
const PIECE: usize = 1 << 16;
const PATIENCE: time::Duration = time::Duration::from_secs(60);

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["server", certificate, key] => server(certificate, key, None),
        ["server", certificate, key, suite] => server(certificate, key, Some(suite)),
        ["client", port, certificate] => client(port, certificate, None),
        ["client", port, certificate, suite] => client(port, certificate, Some(suite)),
        _ => Err("usage: tls server CERTIFICATE KEY [SUITE] | tls client PORT CERTIFICATE [SUITE]".into()),
    };
    done.map_or_else(
        |error| {
            eprintln!("{error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

/// With Ascon's suites alone, or with one of them, such as `0x006E`.
fn provider(suite: Option<&str>) -> Result<Arc<CryptoProvider>> {
    let mut suites = asconkit_rustls::suites(&rustls_ring::DEFAULT_PROVIDER);
    if let Some(name) = suite {
        suites.retain(|suite| format!("0x{:04X}", suite.common.suite.0) == name);
        if suites.is_empty() {
            return Err(format!("{name}: no suite of Ascon; there are 0x006E and 0x006F").into());
        }
    }
    let base = rustls_ring::DEFAULT_TLS13_PROVIDER;
    Ok(Arc::new(CryptoProvider { tls13_cipher_suites: suites.into(), ..base }))
}

fn server(certificate: &str, key: &str, suite: Option<&str>) -> Result<()> {
    let identity = Identity::from_cert_chain(vec![CertificateDer::from_pem_file(certificate)?])?;
    let config = ServerConfig::builder(provider(suite)?)
        .with_no_client_auth()
        .with_single_cert(Arc::new(identity), PrivateKeyDer::from_pem_file(key)?)?;
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("port {}", listener.local_addr()?.port());
    for socket in listener.incoming() {
        let connection = Connection::<ServerSide, Tcp>::new(Arc::clone(&config))?;
        match Peer::new(connection, socket?, Vec::new()).and_then(echo) {
            Ok(text) => println!("{text}"),
            Err(error) => println!("error: {error}"),
        }
    }
    Ok(())
}

/// Sends back everything until the client closes: the first piece under one key, all other pieces under new keys.
fn echo(mut peer: Peer<ServerSide>) -> Result<String> {
    let mut length = 0;
    loop {
        let text = mem::take(&mut peer.text);
        if !text.is_empty() {
            peer.send(&text)?;
            if length == 0 {
                peer.connection.refresh_traffic_keys(&mut peer.output)?;
            }
            length += text.len();
        }
        if !peer.receive()? {
            return Ok(format!("{}, {length} bytes", peer.description()));
        }
    }
}

fn client(port: &str, certificate: &str, suite: Option<&str>) -> Result<()> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(certificate)?)?;
    let config = ClientConfig::builder(provider(suite)?).with_root_certificates(roots).with_no_client_auth()?;
    let config = Arc::new(config);
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text)?;
    for _ in 0..2 {
        let mut output = Vec::new();
        let connection = config.connect("localhost".try_into()?).build(&mut output)?;
        let socket = TcpStream::connect(format!("127.0.0.1:{port}"))?;
        let mut peer = Peer::new(connection, socket, output)?;
        eprintln!("{}", peer.description());
        let (first, second) = text.split_at(text.len() / 2);
        peer.exchange(first)?;
        peer.connection.refresh_traffic_keys(&mut peer.output)?;
        peer.exchange(second)?;
        peer.close()?;
    }
    Ok(())
}

/// A connection over a socket.
struct Peer<Side: SideData> {
    connection: Connection<Side, Tcp>,
    socket: TcpStream,
    input: VecInput,
    output: Vec<u8>,
    /// Received, and not used yet: it may come together with the end of the handshake.
    text: Vec<u8>,
}

impl<Side: SideData> Peer<Side> {
    /// After the handshake.
    fn new(connection: Connection<Side, Tcp>, socket: TcpStream, output: Vec<u8>) -> Result<Self> {
        socket.set_read_timeout(Some(PATIENCE))?;
        let mut peer = Self { connection, socket, input: VecInput::default(), output, text: Vec::new() };
        peer.flush()?;
        while peer.connection.is_handshaking() {
            if !peer.receive()? {
                return Err("the peer closed during the handshake".into());
            }
        }
        Ok(peer)
    }

    fn description(&self) -> String {
        let suite = self.connection.negotiated_cipher_suite().map_or(0, |suite| suite.suite().0);
        let kind = self.connection.handshake_kind();
        format!("suite 0x{suite:04X}, handshake {}", kind.map_or_else(String::new, |kind| format!("{kind:?}")))
    }

    fn flush(&mut self) -> Result<()> {
        self.socket.write_all(&self.output)?;
        self.output.clear();
        Ok(())
    }

    fn send(&mut self, text: &[u8]) -> Result<()> {
        self.connection.write(text.into(), &mut self.output)?;
        self.flush()
    }

    /// Appends what there is to the text; false if the peer has closed. Alerts about errors are sent.
    fn receive(&mut self) -> Result<bool> {
        if self.input.read(&mut self.socket)? == 0 {
            return Err("the connection ended without a close_notify".into());
        }
        let state = self.connection.read_tls(&mut self.input, &mut self.output).handle_all(&mut self.text);
        self.flush()?;
        Ok(!state?.peer_has_closed())
    }

    /// Sends a text, and prints as many bytes that come back.
    fn exchange(&mut self, text: &[u8]) -> Result<()> {
        for piece in text.chunks(PIECE) {
            self.send(piece)?;
            while self.text.len() < piece.len() {
                if !self.receive()? {
                    return Err("the peer closed before it had answered".into());
                }
            }
            io::stdout().write_all(&mem::take(&mut self.text))?;
        }
        Ok(())
    }

    fn close(&mut self) -> Result<()> {
        self.connection.send_close_notify(&mut self.output)?;
        self.flush()
    }
}
