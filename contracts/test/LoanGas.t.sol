// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FactoryToken} from "../src/tokens/FactoryToken.sol";
import {LoanFixture} from "./helpers/LoanFixture.sol";

/// @dev Gas of the calls of loans, each as a transaction of its own. Compared with `snapshots/Loans.json`.
contract LoanGasTest is LoanFixture {
    FactoryToken private token;

    function setUp() public override {
        super.setUp();
        token = launch(50);
        buy(ALICE, address(token), 1_000e18);
        buy(ALICE, address(main), 1_000e18);
        borrow(ALICE, address(token), 10e18, 10);
        borrow(ALICE, address(main), 10e18, 10);
    }

    function test_gasOfLoansOnTide() public {
        _record(address(main), "TIDE");
    }

    function test_gasOfLoansOnTokens() public {
        _record(address(token), "a token");
    }

    function _record(address collateral, string memory name) private {
        uint256 hubId = borrow(ALICE, collateral, 100e18, 100);
        _snapshot("borrow on ", name);
        buy(BOB, collateral, 10_000e18);
        vm.prank(ALICE);
        hub.extendLoan(hubId, 10, true, true);
        _snapshot("extend and refinance a loan on ", name);
        vm.prank(ALICE);
        hub.increaseLoan(hubId, 10e18);
        _snapshot("increase a loan on ", name);
        vm.prank(ALICE);
        hub.hubPartialLoanSell(hubId, 50, false, 0);
        _snapshot("sell half of a loan on ", name);
        vm.prank(ALICE);
        hub.repayLoan(hubId);
        _snapshot("repay a loan on ", name);
        hubId = borrow(ALICE, collateral, 100e18, 10);
        vm.warp(vm.getBlockTimestamp() + 10 days);
        vm.prank(KEEPER);
        hub.liquidate(ALICE, hubId);
        _snapshot("liquidate a loan on ", name);
        vm.prank(ALICE);
        hub.claimLiquidation(hubId);
        _snapshot("claim what a liquidation has left of ", name);
    }

    function _snapshot(string memory action, string memory name) private {
        vm.snapshotGasLastCall("Loans", string.concat(action, name));
    }
}
