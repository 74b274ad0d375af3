// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FactoryToken} from "../src/tokens/FactoryToken.sol";
import {ExchangeFixture} from "./helpers/ExchangeFixture.sol";

/// @dev Gas of the main calls, each as a transaction of its own. Compared with `snapshots/Exchange.json`.
contract ExchangeGasTest is ExchangeFixture {
    FactoryToken private token;

    function setUp() public override {
        super.setUp();
        token = launch(50, true, 1_000, 1_000);
        address[] memory wallets = new address[](2);
        (wallets[0], wallets[1]) = (ALICE, BOB);
        vm.prank(DEV);
        token.SetWhitelistedWallet(wallets, 10_000e18, "");
        buy(BOB, address(token), 500e18);
        buy(ALICE, address(token), 100e18);
        buy(ALICE, address(main), 100e18);
    }

    function test_gasOfTrades() public {
        buy(ALICE, address(main), 10e18);
        _record("buy TIDE");
        sell(ALICE, address(main), 5e18);
        _record("sell TIDE");
        buy(ALICE, address(token), 10e18);
        _record("buy a frozen token in its reward phase");
        vm.prank(DEV);
        token.DisableFreeze();
        buy(ALICE, address(token), 1_000e18);
        buy(ALICE, address(token), 10e18);
        _record("buy a token");
        sell(ALICE, address(token), 5e18);
        _record("sell a token");
        sellForTide(ALICE, address(token), 5e18);
        _record("sell a token for TIDE");
        vm.prank(BOB);
        token.claimRewards();
        _record("claim rewards");
    }

    function test_gasOfLaunching() public {
        vm.prank(ALICE);
        factory.createToken("GAS", "Gas", 70, false, 0, 1_000, false, 0, false);
        _record("create a token");
        vm.prank(DEV);
        taxes.startSurgeTax(100, 0, 1 hours, address(token));
        _record("start a surge tax");
    }

    function test_gasOfTheFaucet() public {
        vm.prank(ALICE);
        usdb.faucet(BOB);
        _record("claim from the faucet with a referrer");
        vm.prank(ALICE);
        usdb.transfer(BOB, 1e18);
        _record("transfer USDB");
    }

    function _record(string memory name) private {
        vm.snapshotGasLastCall("Exchange", name);
    }
}
