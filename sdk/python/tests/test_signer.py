"""The signer that stands in for eth-account, against signatures of viem."""

from __future__ import annotations

import unittest

from key_signer import KeySigner

KEY = "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a"


class Signatures(unittest.TestCase):
    signer = KeySigner(KEY)

    def test_signs_messages(self) -> None:
        self.assertEqual(self.signer.address, "0x15d34aaf54267db7d7c367839aaf71a00a2c6a65")
        self.assertEqual(
            self.signer.sign_message("hi ü"),
            "0x0c8cd32526edc01040e3b60e757fbffc6797cae14b7da345f9038d0e145580db"
            "508b527b5570cd1173b27a9a0abe01fa0476e4fbd494e0821bf16c37774511191b",
        )

    def test_signs_transactions(self) -> None:
        signed = self.signer.sign_transaction(
            {
                **{"to": "0x" + "12" * 20, "data": "0x" + "ab" * 300, "nonce": 0, "chainId": 31337, "value": 0},
                **{"gas": 100_000, "maxFeePerGas": 200, "maxPriorityFeePerGas": 1},
            }
        )
        self.assertEqual(
            signed,
            f"0x02f90194827a69800181c8830186a094{'12' * 20}80b9012c{'ab' * 300}c0"
            "80a007a63dd0ed6bc79e6046ad5bf9d9627db8713d67d9c48bf385c4c62c4f87eba4"
            "a0070ec41db278304f535c5ea3c908f95099f0c4df53b77f8966b02cd2f8693020",
        )


if __name__ == "__main__":
    unittest.main()
