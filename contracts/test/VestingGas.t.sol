// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FactoryToken} from "../src/tokens/FactoryToken.sol";
import {VestingFixture} from "./helpers/VestingFixture.sol";

/// @dev Gas of the main calls, each as a transaction of its own. Compared with `snapshots/Vesting.json`.
contract VestingGasTest is VestingFixture {
    function test_gasOfSchedules() public {
        gradual(10e18, 10);
        gradual(100e18, 10);
        _record("create a gradual schedule");
        cliff(100e18, 1 days);
        _record("create a cliff");
        skip(5 days);
        claim(1);
        vm.prank(BENEFICIARY);
        vesting.claimTokens(2);
        _record("claim");
        vm.prank(DEV);
        vesting.addTokensToVesting(2, 10e18);
        _record("add tokens");
        vm.prank(DEV);
        vesting.extendVestingPeriod(2, 10);
        _record("extend");
        vm.prank(DEV);
        vesting.changeBeneficiary(2, ALICE);
        _record("change the beneficiary");
    }

    function test_gasOfABatch() public {
        address[] memory wallets = new address[](50);
        uint256[] memory amounts = new uint256[](50);
        for (uint256 i; i < 50; ++i) {
            (wallets[i], amounts[i]) = (address(uint160(0x1000 + i)), 1e18);
        }
        vm.prank(DEV);
        vesting.batchCreateGradualVesting(
            wallets, address(reef), amounts, new string[](50), vm.getBlockTimestamp(), 10, 0, address(main)
        );
        _record("create 50 gradual schedules");
    }

    function test_gasOfPurchases() public {
        FactoryToken token = launchAutoVest(1_000, 10 days, true);
        buy(ALICE, address(token), 20e18);
        buy(ALICE, address(token), 20e18);
        _record("buy a token with autoVest in its reward phase");
        skip(5 days);
        vm.prank(ALICE);
        vesting.claimTokens(2);
        _record("claim what was bought");
    }

    function test_gasOfLoans() public {
        gradual(100e18, 10);
        fund(BENEFICIARY, 100_000e18);
        allow(BENEFICIARY, address(usdb));
        vm.prank(BENEFICIARY);
        vesting.takeLoanOnVesting(1);
        _record("take a loan");
        vm.prank(BENEFICIARY);
        vesting.repayLoanOnVesting(1);
        _record("repay a loan");
        vm.prank(BENEFICIARY);
        vesting.takeLoanOnVesting(1);
        skip(20 days);
        vm.prank(KEEPER);
        hub.liquidate(address(vesting), 2);
        _record("liquidate a loan");
    }

    function _record(string memory name) private {
        vm.snapshotGasLastCall("Vesting", name);
    }
}
