use PEER::ascon_xof128;

// Written for RustCrypto's crate ascon-xof128: one line above says whose it is.
use ascon_xof128::digest::{ExtendableOutputReset, Reset};
use ascon_xof128::{AsconCxof128, AsconXof128, ExtendableOutput, TryCustomizedInit, Update, XofReader};

fn main() {
    let mut xof = AsconXof128::default();
    xof.update(b"some bytes");
    let mut reader = xof.clone().finalize_xof();
    let mut dst = [0u8; 5];
    for _ in 0..3 {
        reader.read(&mut dst);
        println!("{dst:02x?}");
    }
    println!("{:02x?}", xof.finalize_xof_reset().read_boxed(7));
    xof.update(b"lost");
    xof.reset();
    println!("{:02x?}", xof.chain("more").finalize_boxed(40));
    let mut xof = AsconCxof128::try_new_customized(b"some customization string").unwrap();
    xof.update(b"some bytes");
    xof.finalize_xof_into(&mut dst);
    println!("{dst:02x?} {}", AsconCxof128::try_new_customized(&[0; 257]).is_err());
}
