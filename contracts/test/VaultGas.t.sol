// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {VaultFixture} from "./helpers/VaultFixture.sol";

/// @dev Gas of the vault's calls, each as a transaction of its own. Compared with `snapshots/Vault.json`.
contract VaultGasTest is VaultFixture {
    function setUp() public override {
        super.setUp();
        wrap(BOB, 1_000e18);
        inject(10e18);
        investAll();
        vm.warp(vm.getBlockTimestamp() + 1 hours);
    }

    function test_gasOfWrapping() public {
        vm.prank(ALICE);
        vault.buy(100e18);
        _record("wrap");
        payTax(10e18);
        vm.prank(ALICE);
        vault.buy(100e18);
        _record("wrap and invest a tax");
        investAll();
        vm.prank(ALICE);
        swap.buyTokens(100e18, 0, pathOf(address(usdb), address(main)), true);
        _record("buy and wrap");
        investAll();
        vm.prank(ALICE);
        vault.transfer(BOB, 10e18);
        _record("transfer shares");
        vm.prank(ALICE);
        vault.sell(10e18, false, 0);
        _record("unwrap");
        vm.prank(ALICE);
        vault.sell(10e18, true, 0);
        _record("unwrap for USDB");
    }

    function test_gasOfYield() public {
        inject(10e18);
        _record("inject yield");
        payTax(main.reserve1());
        vault.investYield();
        _record("invest with 50 purchases");
        vm.assertLe(uint256(vm.lastCallGas().gasTotalUsed), 8_000_000, "fits into a block");
    }

    function test_gasOfLoans() public {
        wrap(ALICE, 1_000e18);
        lock(ALICE, 900e18);
        _record("lock");
        vm.prank(ALICE);
        vault.borrow(100e18, 10);
        _record("borrow");
        investAll();
        vm.prank(ALICE);
        vault.addToLoan(100e18);
        _record("add to a loan");
        investAll();
        vm.prank(ALICE);
        vault.extendLoan(10, true, false);
        _record("extend a loan");
        investAll();
        vm.prank(ALICE);
        vault.repay();
        _record("repay");
        vm.prank(ALICE);
        vault.unlock(1e18);
        _record("unlock");
        borrow(ALICE, 100e18, 10);
        investAll();
        vm.warp(vm.getBlockTimestamp() + 10 days);
        hub.liquidate(address(vault), 2);
        _record("liquidate a loan of the vault");
        vault.settleLiquidationFor(ALICE);
        _record("settle");
    }

    function _record(string memory name) private {
        vm.snapshotGasLastCall("Vault", name);
    }
}
