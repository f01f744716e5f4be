use PEER::ascon_hash256;

// Written for RustCrypto's crate ascon-hash256: one line above says whose it is.
use ascon_hash256::digest::{FixedOutputReset, Output, Update};
use ascon_hash256::{AsconHash256, Digest};

fn main() {
    let mut hasher = AsconHash256::new();
    Digest::update(&mut hasher, b"some bytes");
    let hash: Output<AsconHash256> = hasher.clone().finalize();
    println!("{hash:02x?} {}", <AsconHash256 as Digest>::output_size());
    Update::update(&mut hasher, b", and more");
    println!("{:02x?}", hasher.finalize_fixed_reset());
    println!("{:02x?}", hasher.chain_update("text").finalize());
    println!("{:02x?} {:?}", AsconHash256::digest([1, 2, 3]), AsconHash256::default().finalize().len());
}
